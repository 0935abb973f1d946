#!/usr/bin/env python3
"""Fits the ratings of a tournament a second time, in plain Python and by other methods.

Without arguments it checks itself against values that can be worked out by hand. With --compute it
reads lines of `[anchor, [[first, second, pairs], …]]` in JSON and prints, for each line, every player
with Elo and standard error. The arena's tests compare them with its own.

Where the arena maximises the likelihood by Newton's method, this iterates Zermelo's formula of 1929.
Where the arena draws samples for its intervals, this takes the standard error from the curvature and
from the spread of the pairs' results (Huber's sandwich).
"""

import json
import math
import sys

UNIT = 400 / math.log(10)


def totals(pairings):
    """Points and pairs between any two players, a pair being worth one point."""
    points, pairs = {}, {}
    for first, second, counts in pairings:
        won = sum(count * quarter / 4 for quarter, count in enumerate(counts))
        for one, other, share in ((first, second, won), (second, first, sum(counts) - won)):
            points[one, other] = points.get((one, other), 0) + share
            pairs[one, other] = pairs.get((one, other), 0) + sum(counts)
    return points, pairs


def zermelo(pairings):
    """The strength of each player on a scale where odds are ratios of strengths."""
    points, pairs = totals(pairings)
    players = sorted({player for player, _ in pairs})
    strength = {player: 1.0 for player in players}
    for _ in range(200_000):
        change = 0.0
        for player in players:
            won = sum(share for (one, _), share in points.items() if one == player)
            met = sum(
                count / (strength[player] + strength[other])
                for (one, other), count in pairs.items()
                if one == player
            )
            change = max(change, abs(math.log(won / met / strength[player])))
            strength[player] = won / met
        if change < 1e-14:
            break
    return strength


def inverse(matrix):
    """Gauss and Jordan, with pivots."""
    n = len(matrix)
    rows = [row[:] + [float(i == j) for j in range(n)] for i, row in enumerate(matrix)]
    for column in range(n):
        pivot = max(range(column, n), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        head = rows[column][column]
        rows[column] = [value / head for value in rows[column]]
        for r in range(n):
            if r != column:
                factor = rows[r][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column])]
    return [row[n:] for row in rows]


def fit(anchor, pairings):
    """Elo above the anchor, and its standard error, by player."""
    strength = zermelo(pairings)
    free = [player for player in sorted(strength) if player != anchor]
    place = {player: i for i, player in enumerate(free)}
    n = len(free)
    curvature = [[0.0] * n for _ in range(n)]
    spread = [[0.0] * n for _ in range(n)]
    for first, second, counts in pairings:
        total = sum(counts)
        expected = strength[first] / (strength[first] + strength[second])
        mean = sum(count * k / 4 for k, count in enumerate(counts)) / total
        variance = sum(count * (k / 4 - mean) ** 2 for k, count in enumerate(counts))
        for matrix, value in ((curvature, total * expected * (1 - expected)), (spread, variance)):
            for a, b, sign in (
                (first, first, 1),
                (second, second, 1),
                (first, second, -1),
                (second, first, -1),
            ):
                if a in place and b in place:
                    matrix[place[a]][place[b]] += sign * value
    back = inverse(curvature)
    ratings = {anchor: (0.0, 0.0)}
    for player in free:
        i = place[player]
        square = sum(back[i][j] * spread[j][k] * back[k][i] for j in range(n) for k in range(n))
        elo = UNIT * math.log(strength[player] / strength[anchor])
        ratings[player] = (elo, UNIT * math.sqrt(square))
    return ratings


def compute():
    for line in sys.stdin:
        anchor, pairings = json.loads(line)
        print(json.dumps(fit(anchor, pairings)))


def close(found, wanted, within=1e-6):
    assert abs(found - wanted) <= within, (found, wanted)


def check():
    # Three quarters of the points are 190.8485 Elo.
    close(fit("b", [["a", "b", [0, 0, 0, 9, 0]]])["a"][0], 190.848501888)
    # Of two players the error is that of the mean, by the slope of the scale.
    elo, error = fit("b", [["a", "b", [0, 0, 50, 0, 50]]])["a"]
    close(elo, 190.848501888)
    close(error, UNIT * 0.25 / math.sqrt(100) / (0.75 * 0.25))
    # A chain adds up, and its errors add in squares.
    chain = fit("a", [["b", "a", [0, 0, 50, 0, 50]], ["c", "b", [0, 0, 50, 0, 50]]])
    close(chain["c"][0], 2 * elo)
    close(chain["c"][1], math.sqrt(2) * error)
    # A third match that agrees with the chain moves nothing: ten to one of two steps, each √10 to one.
    step = 1 / (1 + 10**-0.5)
    loop = []
    for first, second, share in (("b", "a", step), ("c", "b", step), ("c", "a", 10 / 11)):
        loop.append([first, second, [1 - share, 0, 0, 0, share]])
    ratings = fit("a", loop)
    close(ratings["b"][0], 200)
    close(ratings["c"][0], 400)
    # A triangle in which each beats the next has three equal players.
    ring = fit("a", [[one, other, [1, 0, 2, 0, 5]] for one, other in ("ab", "bc", "ca")])
    close(ring["b"][0], 0)
    close(ring["c"][0], 0)
    print("ratings and errors of 5 tournaments reproduced")


if __name__ == "__main__":
    compute() if sys.argv[1:] == ["--compute"] else check()
