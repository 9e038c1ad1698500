"""Standings: what the state of a tournament comes to after a round, and how each number came about.

What follows is the whole of it; the functions cite these ids.

ST-ROUNDS   The standing of a stage after a round covers the rounds up to that one which have begun: in which there is a
            result or a forfeit. Whether they are closed makes no difference.
ST-SCORE    A round scores for an entrant the sum of what the results of his table are worth to his seat; a result is
            worth its points, or what its place or its title is worth, as the stage is scored. Those who share a place
            get the mean of the places that they take up. What is not known is worth nothing. A forfeited table scores
            what a forfeit does, and a bye what a bye does, whatever else there is. Who has no seat and no bye, or whose
            table has no result, has no score in that round. The seat of a guest who plays for an entrant is his; that
            of any other guest is nobody's.
ST-DROP     Of R rounds that the standing covers, and N that are dropped, at most the larger of R - N and 1 count for an
            entrant: his worst go, of equal ones the earlier. A round without a score is none of those that count.
ST-FAULTS   A fault that is upheld counts for whom its seat counts. It costs what the settings say for its code, else
            for its severity, else nothing; if the referee gave an award for it that is not cancelled, it costs nothing
            beside that.
ST-POINTS   Points are what is carried, the rounds that count, the awards that are not cancelled, and what faults cost.
            Awards are those of the stage as a whole and of the rounds up to that one; neither they nor faults are ever
            dropped. Where few points are good (a profile that says so, scored by its points), awards and faults are
            taken away instead of added: a penalty is always to the worse.
ST-CARRY    Carried is the agreed part of the points that the entrant had at the end of the stage before, whatever has
            been corrected there since; who was not in that stage carries nothing.
ST-FIRSTS   Firsts are results of his tables in which his seat, not forfeited, has place 1, shared or not.
ST-BEST     The best round is the best score of a table that he did not forfeit, counted or dropped.
ST-MET      Two entrants meet at each table with a result at which neither forfeited. The one whose round scores better
            there wins the meeting; equal scores are half a win each. The share of one against the other is his wins
            by their meetings.
ST-H2H      Head to head: among those who are tied so far, and only if each has met each other, everybody has the sum of
            his shares against the others. With three, that is a league of three; who stays level in it goes on to the
            next tie-break together.
ST-STRENGTH Strength of opponents is the mean of the points of those whom he met, each meeting counted. Few are better
            where few points are good.
ST-LOT      The latest lot that names all who are tied so far decides, in its order.
ST-ORDER    Tie-breaks are taken in the order that is agreed, each only among those who are tied after those before it.
            Who has no value in one is behind those who have. Who is level in all shares the place, and as many places
            after it are left out.
ST-CHAIN    Behind those of a stage come those who were only in the stage before, in the order in which they stood
            at its end.

"""
