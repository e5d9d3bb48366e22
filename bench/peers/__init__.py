"""Peers: other engines that play the same games, for comparison. Each has one file and runs in a separate process.

The code in a peer's own Python does not import this project: it reads requests and writes answers, one per line
(`answering`).
"""
