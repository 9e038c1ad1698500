"""Standings: the places of all entrants after a round, and how each number came about.

These are the rules; the functions cite their ids.

ST-ROUNDS   The standing of a stage after a round covers the rounds up to it that have begun: those in which there is a
            result or a forfeit. Whether they are closed makes no difference.
ST-SCORE    The score of an entrant in a round is the sum of what the results of their table are worth to their seat. A
            result is worth its points, or the worth of its place or its title, as the stage is scored. Entrants who
            share a place get the mean of the places that they take up. Unknown values count 0. A forfeited table
            scores what the settings say for a forfeit, whatever its results, and a bye what they say for a bye. Whoever
            has a bye and takes a seat as a substitute scores at that table alone. An entrant without a seat and a bye,
            or whose table has no result, has no score in that round. The seat of a guest who plays for an entrant is
            the entrant's; the seat of any other guest is nobody's.
ST-DROP     If the standing covers R rounds and N are dropped, at most the larger of R - N and 1 count for an entrant.
            Their worst rounds are dropped, of equal ones the earlier. A round without a score never counts.
ST-FAULTS   An upheld fault counts against the entrant for whom its seat counts. It costs what the settings say for its
            code, else for its severity, else nothing. If the referee gave an award for it that is not cancelled, the
            fault itself costs nothing.
ST-POINTS   Points are the sum of what is carried, the rounds that count, the awards that are not cancelled, and the
            costs of faults. The awards are those of the stage as a whole and of the rounds up to that one; neither
            they nor faults are ever dropped. Where few points are good (a profile that says so, scored by its points),
            awards and faults are subtracted instead of added: a penalty always makes things worse.
ST-CARRY    Carried points are the agreed part of the points that the entrant had at the end of the stage before, with
            all corrections made there since. Entrants who were not in that stage carry nothing.
ST-FIRSTS   Firsts are the results of an entrant's tables in which their seat, not forfeited, has place 1, shared or
            not.
ST-BEST     The best round is the best score of a table that the entrant did not forfeit, counted or dropped.
ST-MET      Two entrants meet at each table with a result that neither of them forfeited. The one whose round scores
            better there wins the meeting; equal scores are half a win each. The share of one against the other is
            their wins divided by their meetings.
ST-H2H      Head to head applies among entrants who are tied so far, and only if each has met each other. The value of
            each is the sum of their shares against the others; with three entrants, that is a league of three. Those
            who stay level go on to the next tie-break together.
ST-STRENGTH Strength of opponents is the mean of the points of the entrants that one has met, each meeting counted.
            Where few points are good, a smaller mean is better.
ST-LOT      The latest lot that names everybody who is tied so far decides, in its order.
ST-ORDER    Tie-breaks are taken in the agreed order, each only among the entrants who are still tied. Those without a
            value come after those with one. Entrants who are level in all tie-breaks share a place, and as many places
            after it are left out.
ST-CHAIN    Behind the entrants of a stage come those who were only in the stage before, in the order of its final
            standing.

"""
