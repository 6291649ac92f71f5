"""What a piece gains by its square, in the opening and in the ending, fitted to Stockfish's opinion of quiet positions.

The fit began with the figures of PeSTO by Ronald Friederich (chessprogramming.org, "PeSTO's Evaluation Function") and stays
near them where positions say little. The board is mirrored where the king of the piece's side stands on the left wing: the
files a to d are those far from it.
"""

from __future__ import annotations

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = range(6)

# Each table as one sees the board from the side of its owner: the last rank first.
_OPENING = (
    """
       0    0    0    0    0    0    0    0
      71  106   51   89   62  116   25   -2
     -12   -5   14   23   43   37    9   -1
     -20    1    7   16   14   14   11   -6
     -37  -21   -5    0    1    5   -9  -19
     -34  -28  -22  -28  -22  -21    6  -20
     -43  -17  -22  -25  -28    8   13  -19
       0    0    0    0    0    0    0    0
    """,
    """
    -122  -60  -15  -23   91  -69   11  -75
     -35   -7   90   62   42   87   40   10
     -13   82   63   93  105  136   87   75
      40   56   56   69   71   74   59   55
      41   31   59   56   64   69   49   52
      10   31   34   52   43   45   51   19
       1   -4   26   25   39   41   21   11
     -73    9  -22    6   30    5   12    5
    """,
    """
      -5   34  -49   -8    5  -19   34   20
       0   40   16   17   53   82   38  -12
      22   63   69   68   73   71   66   33
      30   52   45   71   68   55   56   27
      44   32   50   57   61   50   44   51
      31   48   48   46   44   53   56   33
      40   47   47   31   41   56   61   35
      24   43   22   14   25   18   -3   19
    """,
    """
      14   28   16   32   49    0   21   27
      12    8   36   46   62   47    7   25
     -11    7    9   15   -2   33   45   -3
     -36  -20   -9    7    6   21  -15  -32
     -41  -40  -24  -16  -15  -22  -11  -34
     -40  -29  -29  -32  -14  -17  -18  -44
     -44  -35  -31  -22  -16  -13  -23  -66
     -28  -27  -26  -11    2  -16  -45  -36
    """,
    """
      18   48   79   60  107   96   93   83
      33   28   50   51   35  105   67  102
      43   36   57   63   86  100   92   83
      44   36   38   47   55   67   46   61
      47   38   45   28   47   42   50   41
      37   54   46   47   46   48   59   47
      29   53   61   48   60   63   39   44
      54   30   42   47   42   24   16    9
    """,
    """
     -65   23   16  -15  -55  -33    3   13
      29   -1  -20   -7   -8   -5  -39  -30
      -9   24    2  -16  -21    3   20  -23
     -17  -20  -12  -27  -35  -26  -11  -35
     -49   -1  -27  -39  -48  -46  -33  -49
     -14  -14  -22  -46  -53  -39  -16  -27
       1    7   -8  -64  -40  -17   18   10
     -15   36   12  -54    0  -12   24   21
    """,
)
_ENDING = (
    """
       0    0    0    0    0    0    0    0
     155  170  157  150  162  138  180  179
      51   67   64   53   64   68   78   58
      18    9    9    9   12   14   22   14
       7    6   -8  -10   -5    0   16    7
       5    5    1    8   15   14    3    5
      16    9   15   16   32   12    8    9
       0    0    0    0    0    0    0    0
    """,
    """
     -73  -63  -44  -64  -56  -54  -98 -122
     -52  -36  -60  -30  -39  -57  -44  -77
     -45  -40  -17  -17  -30  -48  -47  -75
     -43  -31   -7   -3   -5  -15  -25  -40
     -44  -35   -8   -7   -5   -8  -21  -46
     -51  -30  -24  -14  -19  -18  -47  -45
     -68  -44  -41  -31  -30  -34  -56  -70
     -55  -71  -45  -29  -32  -46  -65  -87
    """,
    """
     -45  -52  -43  -40  -45  -55  -55  -59
     -41  -44  -25  -51  -49  -58  -39  -47
     -38  -50  -41  -39  -37  -35  -38  -31
     -43  -32  -25  -31  -18  -34  -22  -42
     -45  -39  -33  -20  -25  -10  -30  -55
     -38  -43  -34  -28  -29  -32  -42  -37
     -47  -59  -49  -32  -41  -47  -60  -66
     -38  -42  -36  -35  -45  -38  -42  -48
    """,
    """
      36   34   44   31   29   44   37   24
      33   24   21   18    5   13   28   21
      35   24   23   15   16   22   11   18
      38   33   30   23   21   24   30   29
      38   31   31   30   18   19   12   22
      22   27   15   23   23   17   22   14
      18   17   24   25   21    9    8   27
      22   21   23   14   11   18   21   11
    """,
    """
     -51  -18  -17  -16  -14  -17  -28  -23
     -53  -12   -7    2   21  -19  -10  -38
     -56  -32  -29   11   10   -6  -17  -35
     -32  -14  -13   21   25    3   20    5
     -59   -9  -14    7   -8   -4   -2  -18
     -52  -59  -14  -38  -26  -15  -32  -39
     -52  -57  -68  -65  -52  -70  -79  -74
     -68  -69  -57  -90  -49  -74  -61  -77
    """,
    """
     -74  -35  -18  -18   -5   18    5  -20
     -12   17   14   17   16   30   19   -5
      10   17   23   15   24   29   41   16
      -8   22   24   27   17   31   35    8
     -18   -4   21   24   17   25   14   -7
     -19   -3   11   21   22   19   10   -6
     -27  -11    4   13   17    6   -9  -16
     -53  -34  -21  -11  -25   -8  -20  -38
    """,
)

PACKED = 1 << 16
"""Opening and ending are added up in one number: opening * PACKED + ending."""


def both(opening: int, ending: int) -> int:
    """Return the two numbers in one."""
    return opening * PACKED + ending


def table(text: str, size: int) -> tuple[int, ...]:
    """Return what pairs of numbers such as `12/-3` say, in one number each, with zeros behind up to `size`."""
    pairs = [word.split("/") for word in text.split()]
    found = [both(int(opening), int(ending)) for opening, ending in pairs]
    return (*found, *[0] * (size - len(found)))


def _gains() -> tuple[int, ...]:
    """Return what a piece gains by its square: [kind * 64 + square]."""
    found: list[int] = []
    for kind in range(6):
        opening, ending = ([int(word) for word in tables[kind].split()] for tables in (_OPENING, _ENDING))
        found += [both(opening[square ^ 56], ending[square ^ 56]) for square in range(64)]
    return tuple(found)


GAINS = _gains()


def opening_of(packed: int) -> int:
    """Return the opening's part of a sum."""
    return (packed + PACKED // 2) >> 16


def ending_of(packed: int) -> int:
    """Return the ending's part of a sum."""
    return packed - opening_of(packed) * PACKED
