#!/usr/bin/env python3
# /// script
# dependencies = ["chess"]
# ///
"""Reads games in PGN with python-chess, and complains of whatever it complains of.

With file names it reads those files. Without any it lets `cargo xtask match pgn` write the first
games of each recorded match, and reads them.
"""

import glob
import os
import subprocess
import sys
import tempfile

import chess
import chess.pgn


def complaint(game):
    """What is wrong with a game, or None."""
    if game.errors:
        return str(game.errors[0])
    headers = game.headers
    end = game.end()
    plies = end.ply() - game.ply()
    if headers.get("PlyCount") != str(plies):
        return f"PlyCount is {headers.get('PlyCount')}, not {plies}"
    board = end.board()
    result, claim = headers["Result"], headers.get("Termination")
    if result == "*":
        return "no result"
    if claim == "normal":
        # By the rules, as python-chess has them: a threefold or fifty-move draw has to be claimed.
        true = board.result(claim_draw=True)
        if true != result:
            return f"the result is {result}, the rules say {true}"
    for node in game.mainline():
        if node.comment and node.eval() is None and "/" in node.comment:
            score = node.comment.split("/")[0]
            if not score.lstrip("+-M").replace(".", "").isdigit():
                return f"comment {node.comment!r}"
    return None


def read(path):
    count, faults = 0, 0
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            count += 1
            wrong = complaint(game)
            if wrong is not None:
                faults += 1
                print(f"{path}: game {count} (round {game.headers.get('Round')}): {wrong}")
    if count == 0:
        faults += 1
        print(f"{path}: no game")
    return count, faults


def written(folder):
    """PGN of the first pairs of all records."""
    for record in sorted(glob.glob("stages/results/matches/*.json")):
        name = os.path.splitext(os.path.basename(record))[0]
        path = os.path.join(folder, f"{name}.pgn")
        command = ["cargo", "xtask", "match", "pgn", name, "--games", "2", "--out", path]
        if subprocess.run(command, stdout=subprocess.DEVNULL).returncode != 0:
            sys.exit(f"`{' '.join(command)}` failed")
        yield path


def main():
    with tempfile.TemporaryDirectory() as folder:
        files = sys.argv[1:] or list(written(folder))
        results = [read(path) for path in files]
    games, faults = sum(count for count, _ in results), sum(faults for _, faults in results)
    print(f"{games} games, {faults} with a fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
