"""Can a player of a round robin still end with a certain rank, tie-breaks included?

The games to come are known, only their results are not. From the ground up:

- `unfinished`: the event in whole numbers, as far as it is decided;
- `narrowing`: the results left to every game, and bounds to everybody's points;
- `points_alone`: how many must, and how many may, stand above by points, quickly;
- `fitting_points` with `shared_load`: whether the points that are demanded can be had at all, as a flow;
- `tied_order`: who stands higher of two with equal points, as bounds to each tie-break;
- `tied_demands` and `joint_demands`: what tie-breaks ask of the games to come, and whether all of it can hold at once;
- `branches` and `search`: suppose something, see what follows; the end is results, a proof, or being out of steps;
- `trials`: change one result after the other; finds quickly, proves nothing.

The player whose rank is asked for is the *hero*. Everything is counted, never timed: everybody finds the same.
"""
