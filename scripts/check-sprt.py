#!/usr/bin/env python3
"""Computes the statistics of matches a second time, in plain Python and by other methods.

Without arguments it checks itself against published values. With --compute it reads lines of
`[model, pairs, games, elo0, elo1]` in JSON and prints LLR, Elo, both ends of the interval, and the
likelihood of superiority. The arena's tests compare them with its own.

Where the arena solves for one multiplier and iterates, this maximises the likelihood under its
constraints directly: Newton's method on all probabilities and multipliers at once.
"""

import json
import math
import sys

GAMES = [
    # model, wins, losses, draws, elo0, elo1, LLR (fastchess's tests)
    ("normalized", 36433, 36027, 68692, 0, 2, 0.92),
    ("normalized", 10871, 10650, 20431, -1.75, 0.25, 2.30),
    ("logistic", 21404, 21184, 40708, 0.5, 2.5, -1.57),
    ("logistic", 57433, 57030, 106593, 0, 2, -2.59),
    ("bayesian", 68965, 68526, 128429, 0, 2, -1.26),
    ("bayesian", 21629, 21484, 41111, 0.5, 2.5, -1.13),
]
PAIRS = [
    ("normalized", [365, 16618, 36229, 16974, 390], 0, 2, 2.25),
    ("normalized", [127, 4883, 10712, 5150, 104], -1.75, 0.25, 3.01),
    ("logistic", [223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
    ("logistic", [871, 26175, 55983, 26678, 821], 0, 2, -4.98),
]


def solve(matrix, right):
    """Gaussian elimination with pivots."""
    n = len(right)
    rows = [row[:] + [right[i]] for i, row in enumerate(matrix)]
    for column in range(n):
        pivot = max(range(column, n), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for r in range(column + 1, n):
            factor = rows[r][column] / rows[column][column]
            for c in range(column, n + 1):
                rows[r][c] -= factor * rows[column][c]
    result = [0.0] * n
    for r in reversed(range(n)):
        known = sum(rows[r][c] * result[c] for c in range(r + 1, n))
        result[r] = (rows[r][n] - known) / rows[r][r]
    return result


def maximise(scores, shares, target, constraint):
    """The probabilities that make the shares most likely, with constraint(p, target) = 0.

    `constraint` gives its value, gradient and Hessian. The target is moved from where the shares
    are to where it has to be, a little at a time, so that Newton's method always starts close.
    """
    k = len(scores)
    p, multipliers = shares[:], [1.0, 0.0]
    start = constraint(p, 0.0)[0] if target[0] == "mean" else lead(scores, p)
    steps = 40
    for step in range(1, steps + 1):
        goal = start + (target[1] - start) * step / steps
        for _ in range(60):
            value, gradient, hessian = constraint(p, goal)
            # Stationary: -share/p + m0 + m1 * gradient = 0; feasible: sum p = 1, value = 0.
            m0, m1 = multipliers
            residual = [-shares[i] / p[i] + m0 + m1 * gradient[i] for i in range(k)]
            residual += [sum(p) - 1.0, value]
            matrix = [[m1 * hessian[i][j] for j in range(k)] + [1.0, gradient[i]] for i in range(k)]
            for i in range(k):
                matrix[i][i] += shares[i] / (p[i] * p[i])
            matrix.append([1.0] * k + [0.0, 0.0])
            matrix.append(gradient[:] + [0.0, 0.0])
            move = solve(matrix, [-r for r in residual])
            # Never more than most of the way to a probability of zero.
            scale = 1.0
            for i in range(k):
                if move[i] < 0:
                    scale = min(scale, 0.9 * p[i] / -move[i])
            p = [p[i] + scale * move[i] for i in range(k)]
            multipliers = [multipliers[i] + scale * move[k + i] for i in range(2)]
            size = max(abs(move[i]) / p[i] for i in range(k))
            # On the way it's enough to be close.
            if scale == 1.0 and size < (1e-13 if step == steps else 1e-2):
                break
    return p


def lead(scores, p):
    mean = sum(a * q for a, q in zip(scores, p))
    variance = sum(q * (a - mean) ** 2 for a, q in zip(scores, p))
    return (mean - 0.5) / math.sqrt(variance)


def mean_constraint(scores):
    k = len(scores)
    zero = [[0.0] * k for _ in range(k)]

    def constraint(p, goal):
        return sum(a * q for a, q in zip(scores, p)) - goal, list(scores), zero

    return constraint


def lead_constraint(scores):
    k = len(scores)

    def constraint(p, goal):
        mean = sum(a * q for a, q in zip(scores, p))
        square = sum(a * a * q for a, q in zip(scores, p))
        spread = math.sqrt(square - mean * mean)
        slope = [(a * a - 2 * mean * a) / (2 * spread) for a in scores]
        gradient = [scores[i] - goal * slope[i] for i in range(k)]
        hessian = [
            [goal * (scores[i] * scores[j] + slope[i] * slope[j]) / spread for j in range(k)]
            for i in range(k)
        ]
        return mean - 0.5 - goal * spread, gradient, hessian

    return constraint


def expected(elo):
    return 1 / (1 + 10 ** (-elo / 400))


def llr(model, scores, counts, elo0, elo1):
    counts = [count if count else 0.001 for count in counts]
    n = sum(counts)
    shares = [count / n for count in counts]
    fits = []
    for elo in (elo0, elo1):
        if model == "logistic":
            target, constraint = ("mean", expected(elo)), mean_constraint(scores)
        else:
            unit = math.log(10) / 800 * (math.sqrt(2) if len(scores) == 5 else 1)
            target, constraint = ("lead", elo * unit), lead_constraint(scores)
        fits.append(maximise(scores, shares, target, constraint))
    return sum(c * (math.log(q1) - math.log(q0)) for c, q0, q1 in zip(counts, *fits))


def bayesian(losses, draws, wins, elo0, elo1):
    if 0 in (losses, draws, wins):
        return 0.0
    n = losses + draws + wins
    # BayesElo's draw elo, from both expected scores.
    up = 200 * math.log10((n - losses) / losses)
    down = 200 * math.log10((n - wins) / wins)
    total = 0.0
    for sign, elo in ((-1, elo0), (1, elo1)):
        win = 1 / (1 + 10 ** ((up + down - elo) / 400))
        loss = 1 / (1 + 10 ** ((up + down + elo) / 400))
        logs = [math.log(loss), math.log(1 - win - loss), math.log(win)]
        total += sign * sum(count * log for count, log in zip((losses, draws, wins), logs))
    return total


def to_elo(score):
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * (math.log10(score) - math.log10(1 - score))


def estimate(pairs):
    n = sum(pairs)
    points = [0.25 * i for i, count in enumerate(pairs) for _ in range(count)]
    mean = math.fsum(points) / n
    variance = math.fsum((x - mean) ** 2 for x in points) / n
    if variance > 0:
        error = math.sqrt(variance / n)
        low, high = mean - 1.959963984540054 * error, mean + 1.959963984540054 * error
        superiority = (1 + math.erf((mean - 0.5) / error / math.sqrt(2))) / 2
    else:
        others = 1 - math.exp(math.log(0.025) / n)
        low, high = mean * (1 - others), mean + (1 - mean) * others
        superiority = 0.5 if mean == 0.5 else float(mean > 0.5)
    return to_elo(mean), to_elo(low), to_elo(high), superiority


def compute():
    for line in sys.stdin:
        model, pairs, games, elo0, elo1 = json.loads(line)
        if model == "bayesian":
            ratio = bayesian(*games, elo0, elo1)
        else:
            ratio = llr(model, [0, 0.25, 0.5, 0.75, 1], pairs, elo0, elo1)
        print(ratio, *estimate(pairs))


def check():
    for model, wins, losses, draws, elo0, elo1, published in GAMES:
        if model == "bayesian":
            found = bayesian(losses, draws, wins, elo0, elo1)
        else:
            found = llr(model, [0, 0.5, 1], [losses, draws, wins], elo0, elo1)
        assert abs(found - published) <= 0.01, (model, wins, losses, draws, found, published)
    for model, pairs, elo0, elo1, published in PAIRS:
        found = llr(model, [0, 0.25, 0.5, 0.75, 1], pairs, elo0, elo1)
        assert abs(found - published) <= 0.01, (model, pairs, found, published)
    print(f"{len(GAMES) + len(PAIRS)} published values reproduced")


if __name__ == "__main__":
    compute() if sys.argv[1:] == ["--compute"] else check()
