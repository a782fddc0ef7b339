"""Texts of the notifications of clubs and tournaments; their values are stored with each notification."""

from django.utils.translation import gettext_lazy as _

WORDS = {
    # rounds
    "round_published": _("Round %(round)s of %(tournament)s is published: you play %(others)s at table %(table)s."),
    "round_forfeited": _("Round %(round)s of %(tournament)s is published: %(others)s withdrew, so you win by forfeit."),
    "round_won_by_forfeit": _(
        "Round %(round)s of %(tournament)s is published: %(others)s withdrew, so you win by forfeit. "
        "Points: %(points)s."
    ),
    "bye_published": _(
        "Round %(round)s of %(tournament)s is published: you have no game this round. Points: %(points)s."
    ),
    "match_won_without_game": _("Round %(round)s of %(tournament)s is published: you win your match without a game."),
    "round_taken_back": _(
        "Round %(round)s of %(tournament)s was taken back: don't play it. It will be published again."
    ),
    "round_taken_back_because": _(
        "Round %(round)s of %(tournament)s was taken back: don't play it. It will be published again. "
        "Reason: %(reason)s"
    ),
    # results
    "result_claimed": _(
        "%(name)s reported the result of your game in round %(round)s of %(tournament)s: %(result)s. "
        "Confirm it, or report a different one."
    ),
    "result_entered": _("An organiser entered the result of your game in round %(round)s of %(tournament)s."),
    "result_corrected": _("The result of your game in round %(round)s of %(tournament)s was corrected: %(result)s."),
    "result_cleared": _("The result of your game in round %(round)s of %(tournament)s was cleared; it is open again."),
    # entries
    "entry_admitted": _("You are entered in %(tournament)s."),
    "entry_waiting": _("You are on the waiting list of %(tournament)s."),
    "entry_moved_up": _("A place became available: you are entered in %(tournament)s."),
    "entry_moved_up_to_ask": _("A place became available in %(tournament)s; an organiser will review your entry."),
    "entry_refused": _("Your entry to %(tournament)s was declined."),
    "entry_withdrawn": _("An organiser withdrew you from %(tournament)s."),
    "entry_reinstated": _("You are back in %(tournament)s."),
    # status of a tournament
    "event_started": _("%(tournament)s has started."),
    "event_provisional": _("%(tournament)s is over. Standings are provisional: please check them."),
    "event_final": _("The standings of %(tournament)s are final."),
    "event_reopened": _("The standings of %(tournament)s were reopened: %(reason)s"),
    "event_cancelled": _("%(tournament)s was cancelled: %(reason)s"),
    # clubs
    "club_admitted": _("You are now a member of %(club)s."),
    "club_declined": _("Your request to join %(club)s was declined."),
    "club_owner": _("You are now an owner of %(club)s."),
    "club_organiser": _("You are now an organiser of %(club)s."),
    "club_member": _("You are now a regular member of %(club)s."),
    "club_removed": _("You are no longer a member of %(club)s."),
    "name_linked": _("A name on the roster of %(club)s is now linked to your account: its results count for you."),
    "name_declined": _("Your request to link a name in %(club)s to your account was declined."),
    # requests to organisers
    "join_asked": _("%(name)s asks to join %(club)s."),
    "join_taken_back": _("A request to join %(club)s was withdrawn."),
    "name_claimed": _("%(name)s asks to be linked to a name on the roster of %(club)s."),
    "name_claim_taken_back": _("A request for a name on the roster of %(club)s was withdrawn."),
    "entry_asked": _("%(name)s asks to enter %(tournament)s."),
    "pairing_stuck": _("Round %(round)s of %(tournament)s has no pairing: %(problem)s"),
    "round_overdue": _("Round %(round)s of %(tournament)s is past its deadline. Tables without a result: %(tables)s."),
    "result_disputed": _(
        "The players at table %(table)s in round %(round)s of %(tournament)s report different results. Enter "
        "the right one."
    ),
    "tournament_repeated": _("%(tournament)s is drafted. Check its rules and open registration."),
    "organiser_named": _("You are now an organiser of %(tournament)s."),
    "organiser_removed": _("You are no longer an organiser of %(tournament)s."),
}
