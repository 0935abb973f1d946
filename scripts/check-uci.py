#!/usr/bin/env python3
# /// script
# dependencies = ["chess"]
# ///
"""Drives the engine with python-chess, as a chess program would.

It plays whole games on a clock, against itself and, where Debian's Stockfish is installed, against
that; it analyses and stops, and asks for moves in every way that `go` knows. Whatever is illegal,
late or silent is a fault. Every principal variation has to be a legal line that begins with the
move, and a mate that isn't a bound has to be as far away as its score says.

    scripts/check-uci.py [GAMES]
"""

import os
import shutil
import subprocess
import sys
import time

import chess
import chess.engine

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
POSITIONS = [
    chess.STARTING_FEN,
    "r1bqk2r/1pppbppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 4 6",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "4r2k/6pp/8/3Q2N1/8/8/6PP/6K1 w - - 0 1",
    "8/5k2/3q1p2/1p1Pp1p1/1P2P1P1/3Q1P2/6K1/8 b - - 0 1",
    "7k/8/8/8/8/8/6q1/7K w - - 0 1",
]
LIMITS = [
    chess.engine.Limit(depth=3),
    chess.engine.Limit(nodes=3000),
    chess.engine.Limit(time=0.05),
    chess.engine.Limit(mate=2),
    chess.engine.Limit(white_clock=0.2, black_clock=0.2),
    chess.engine.Limit(white_clock=0.2, black_clock=0.2, white_inc=0.01, black_inc=0.01),
    chess.engine.Limit(white_clock=0.3, black_clock=0.3, remaining_moves=1),
    chess.engine.Limit(white_clock=0.001, black_clock=0.001),
]
faults = []


def engine_path():
    """Builds the engine and gives its path."""
    subprocess.run(["cargo", "build", "-q", "--release", "-p", "cb2026"], cwd=ROOT, check=True)
    return os.path.join(os.environ.get("CARGO_TARGET_DIR", os.path.join(ROOT, "target")),
                        "release", "cb2026")


def check_line(board, info, move, what):
    """The principal variation is legal, begins with the move and leads to the mate it promises."""
    line = info.get("pv")
    if not line:
        faults.append(f"{what}: no principal variation")
        return
    if move is not None and line[0] != move:
        faults.append(f"{what}: the variation begins with {line[0]}, the move is {move}")
    end = board.copy()
    for step in line:
        if step not in end.legal_moves:
            faults.append(f"{what}: {step} in {line} isn't legal")
            return
        end.push(step)
    # A mate that is a bound so far hasn't been played out: its variation ends where the search stood.
    bound = info.get("lowerbound") or info.get("upperbound")
    mate = info["score"].relative.mate()
    if mate is not None and not bound:
        plies = 2 * mate - 1 if mate > 0 else -2 * mate
        if len(line) != plies or not end.is_checkmate():
            faults.append(f"{what}: mate {mate}, but the variation {line} doesn't mate so")


def every_go(engine):
    for fen in POSITIONS:
        board = chess.Board(fen)
        for limit in LIMITS:
            result = engine.play(board, limit, info=chess.engine.INFO_ALL, game=object())
            if result.move not in board.legal_moves:
                faults.append(f"{fen}, {limit}: {result.move} isn't legal")
            check_line(board, result.info, result.move, f"{fen}, {limit}")
        root = list(board.legal_moves)[:2]
        result = engine.play(board, chess.engine.Limit(depth=2), root_moves=root)
        if result.move not in root:
            faults.append(f"{fen}: {result.move} isn't among the moves to search")


def analyses(engine):
    for fen in POSITIONS:
        board = chess.Board(fen)
        with engine.analysis(board) as analysis:
            time.sleep(0.2)
            engine.ping()
            analysis.stop()
            best = analysis.wait()
        if best.move not in board.legal_moves:
            faults.append(f"{fen}: analysis ends with {best.move}")
        info = engine.analyse(board, chess.engine.Limit(depth=3))
        check_line(board, info, None, f"{fen}, analyse")
    # A finished game has a score and no move.
    mated = chess.Board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1")
    with engine.analysis(mated) as analysis:
        time.sleep(0.05)
        analysis.stop()
        if analysis.wait().move:
            faults.append("a mated side has a move")


def pondering(engine):
    board = chess.Board()
    clock = chess.engine.Limit(white_clock=1, black_clock=1)
    for _ in range(4):
        result = engine.play(board, clock, ponder=True, info=chess.engine.INFO_ALL)
        board.push(result.move)
        board.push(result.ponder if result.ponder in board.legal_moves else next(iter(board.legal_moves)))


def clocked_games(players, games, base, increment):
    """Plays games on a clock; a flag or an illegal move is a fault."""
    plies = 0
    for game in range(games):
        board = chess.Board()
        # A few moves that differ from game to game.
        for step in range(4):
            moves = sorted(board.legal_moves, key=str)
            board.push(moves[(7 * game + 5 * step) % len(moves)])
        clock = {chess.WHITE: base, chess.BLACK: base}
        token = object()
        while not board.is_game_over(claim_draw=True):
            side = board.turn
            engine = players[side ^ bool(game % 2)]
            limit = chess.engine.Limit(white_clock=clock[True], black_clock=clock[False],
                                       white_inc=increment, black_inc=increment)
            start = time.perf_counter()
            result = engine.play(board, limit, game=token)
            clock[side] -= time.perf_counter() - start
            if clock[side] < 0:
                faults.append(f"game {game + 1}: {engine.id['name']} lost on time")
                break
            if result.move not in board.legal_moves:
                faults.append(f"game {game + 1}: {result.move} in {board.fen()}")
                break
            board.push(result.move)
            plies += 1
            clock[side] += increment
    return plies


def main():
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 2
    path = engine_path()
    with chess.engine.SimpleEngine.popen_uci(path, timeout=20) as engine:
        every_go(engine)
        analyses(engine)
        pondering(engine)
        with chess.engine.SimpleEngine.popen_uci(path, timeout=20) as other:
            plies = clocked_games([engine, other], games, 1.0, 0.01)
            print(f"against itself: {games} games, {plies} plies")
        foreign = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
        if foreign:
            with chess.engine.SimpleEngine.popen_uci(foreign, timeout=20) as other:
                other.configure({"Skill Level": 0})
                plies = clocked_games([engine, other], games, 1.0, 0.01)
                print(f"against {other.id['name']}: {games} games, {plies} plies")
        else:
            print("no foreign engine: Debian's package stockfish isn't installed")
    for fault in faults:
        print(f"scripts/check-uci.py: {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
