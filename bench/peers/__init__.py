"""Peers: the same games by other engines, to measure ours beside them. One file for each, run in a process of its own.

What runs in a peer's own Python knows nothing of this project: it reads questions and writes answers, a line each
(`answering`).
"""
