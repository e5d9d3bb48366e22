"""Peers: other engines that play the same games, for comparison.

Each peer has one file and runs in a separate process. The Python code of a peer does not import this project: it reads
requests and writes answers, one per line (`answering`).
"""
