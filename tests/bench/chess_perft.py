"""python-chess's perft from the opening of chess, as a reference for `tests.bench.engines rules` of the same run."""

import sys

import chess

from tests.bench.engines.speed import rate


def perft(board: chess.Board, depth: int) -> int:
    """Count leaves as python-chess's own example does: the last ply in bulk."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total


if __name__ == "__main__":
    board = chess.Board()
    sys.stdout.write(f"python-chess perft from its start: {rate(lambda _: perft(board, 3), 0.2):,.0f} leaves/s\n")
