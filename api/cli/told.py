"""What came of some records: their sums, and what is to be printed, in its order."""

from dataclasses import dataclass, field

from api.cli.spool import Room, Spool
from api.cli.tally import Tally


@dataclass(slots=True)
class Told:
    """The sums, and pieces of what to print, each marked where it goes to standard error."""

    room: Room
    tally: Tally = field(default_factory=Tally)
    pieces: list[tuple[bool, Spool]] = field(default_factory=list)

    def print(self, text: bytes, *, aside: bool) -> None:
        """Print some lines with their endings, or parts of lines; what goes the same way is joined."""
        if not self.pieces or self.pieces[-1][0] != aside:
            self.pieces.append((aside, Spool(self.room)))
        self.pieces[-1][1].hold(text)

    def print_spool(self, spool: Spool, *, aside: bool) -> None:
        """Print what was gathered before."""
        if spool.path:
            self.pieces.append((aside, spool))
        elif spool.held:
            self.print(bytes(spool.held), aside=aside)
