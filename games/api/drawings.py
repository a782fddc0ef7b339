"""Schema of drawn boards and positions; `games.rules.scene` has the meaning of each part.

Lengths are in board units (a cell is about 1 wide); x grows to the right and y downwards, as in SVG.
"""

from rest_framework import serializers

Cells = serializers.ListField


class CellOutput(serializers.Serializer):
    """A cell with a name, where a piece can be; `outline` has its corners."""

    name = serializers.CharField()
    kind = serializers.CharField(help_text="`cell`; on a movable board `disc`, and `space` for an empty place.")
    x = serializers.FloatField()
    y = serializers.FloatField()
    outline = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(), min_length=2, max_length=2)
    )


class LabelOutput(serializers.Serializer):
    """A coordinate at the rim of the board."""

    text = serializers.CharField()
    x = serializers.FloatField()
    y = serializers.FloatField()


class DrawnBoardOutput(serializers.Serializer):
    """What never changes during a game. A board that moves (Nonaga) has its cells in each scene."""

    x = serializers.FloatField()
    y = serializers.FloatField()
    width = serializers.FloatField()
    height = serializers.FloatField()
    cells = CellOutput(many=True)
    labels = LabelOutput(many=True)
    turns = serializers.ListField(
        child=serializers.FloatField(),
        help_text="Clockwise rotation of the board, in degrees, that puts each seat's side at the bottom.",
    )
    homes = serializers.ListField(
        child=Cells(child=serializers.CharField()), help_text="The cells of each seat's home side."
    )
    mount = serializers.FloatField(help_text="Width of the frame around the cells, which carries the coordinates.")
    label_size = serializers.FloatField(help_text="Font size of the coordinates.")
    piece_scale = serializers.FloatField(help_text="Size of a piece relative to one in a square cell.")
    rows_have_letters = serializers.BooleanField(help_text="Whether the letters in cell names denote rows.")


class PieceOutput(serializers.Serializer):
    """A piece and its place; `marks` are keywords shown on it, such as `huffable`."""

    seat = serializers.IntegerField()
    kind = serializers.CharField()
    cell = serializers.CharField()
    x = serializers.FloatField()
    y = serializers.FloatField()
    marks = serializers.ListField(child=serializers.CharField())


class PlatformOutput(serializers.Serializer):
    """Vaeva's platform: the rectangle it covers, and the cells under it."""

    x = serializers.FloatField()
    y = serializers.FloatField()
    width = serializers.FloatField()
    height = serializers.FloatField()
    cells = Cells(child=serializers.CharField())
    reaches = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Distance in cells that each seat's next pawn must travel to board; empty once boarding is over.",
    )


class TrailOutput(serializers.Serializer):
    """The path of a piece in the last turn, cell by cell, and what it captured."""

    seat = serializers.IntegerField()
    step = serializers.CharField()
    path = Cells(child=serializers.CharField())
    taken = Cells(child=serializers.CharField())
    lost = PieceOutput(many=True, required=False, help_text="The pieces that stood on `taken`.")
    slide = serializers.FloatField(
        required=False, help_text="Distance the platform slid to the right, with everything on it."
    )


class SceneOutput(serializers.Serializer):
    """Everything to draw of one position; `cells` are those of a board that moves (Nonaga)."""

    pieces = PieceOutput(many=True)
    cells = CellOutput(many=True)
    platform = PlatformOutput(allow_null=True)
    marked = serializers.DictField(
        child=Cells(child=serializers.CharField()),
        help_text="Cells by mark (`frozen`, `forbidden`, `goal`…).",
    )
    last_turn = TrailOutput(many=True)


class SymbolOutput(serializers.Serializer):
    """A letter of a set-up's text: the kind of piece it stands for, and how many of them there are."""

    symbol = serializers.CharField()
    kind = serializers.CharField()
    count = serializers.IntegerField()


class ArrangementOutput(serializers.Serializer):
    """A ready-made set-up."""

    name = serializers.CharField()
    text = serializers.CharField()


class SetupFormOutput(serializers.Serializer):
    """How a seat sets up: the cells, in the order of the text, and how many pieces of each kind."""

    cells = Cells(child=serializers.CharField())
    symbols = SymbolOutput(many=True)
    arrangements = ArrangementOutput(many=True)
    example = serializers.CharField()
    help = serializers.CharField(allow_blank=True, help_text="Describes the text format of a set-up.")
