"""Texts of the notifications of clubs and tournaments; their values are stored with each notification."""

from django.utils.translation import gettext_lazy as _

WORDS = {
    # rounds
    "round_published": _("Round %(round)s of %(event)s is published: table %(table)s, with %(others)s."),
    "round_forfeited": _("Round %(round)s of %(event)s is published: %(others)s withdrew, so you win by forfeit."),
    "bye_published": _("Round %(round)s of %(event)s is published: you have no game in it. Points: %(points)s."),
    # results
    "result_claimed": _(
        "%(name)s reported the result of your table in round %(round)s of %(event)s: %(result)s. "
        "Confirm it, or report yours."
    ),
    "result_entered": _("An organiser entered the result of your table in round %(round)s of %(event)s."),
    "result_corrected": _("The result of your table in round %(round)s of %(event)s was corrected: %(result)s."),
    # entries
    "entry_admitted": _("You are entered in %(event)s."),
    "entry_waiting": _("You are on the waiting list of %(event)s."),
    "entry_moved_up": _("A place became free: you are entered in %(event)s."),
    "entry_moved_up_to_ask": _("A place became free in %(event)s; an organiser will answer your entry."),
    "entry_refused": _("You were not admitted to %(event)s."),
    "entry_withdrawn": _("An organiser took you out of %(event)s."),
    "entry_reinstated": _("You play again in %(event)s."),
    # status of a tournament
    "event_started": _("%(event)s has begun."),
    "event_provisional": _("%(event)s is played. Its table is provisional: look whether it is right."),
    "event_final": _("The table of %(event)s is final."),
    "event_reopened": _("The table of %(event)s was opened again: %(reason)s"),
    "event_cancelled": _("%(event)s is cancelled: %(reason)s"),
    # clubs
    "club_admitted": _("You are a member of %(club)s now."),
    "club_declined": _("Your request to join %(club)s was declined."),
    "club_owner": _("You are an owner of %(club)s now."),
    "club_organiser": _("You are an organiser of %(club)s now."),
    "club_member": _("You are a plain member of %(club)s now."),
    "club_removed": _("You are no longer a member of %(club)s."),
    # requests to organisers
    "join_asked": _("%(name)s asks to join %(club)s."),
    "join_taken_back": _("Somebody who asked to join %(club)s has taken it back."),
    "entry_asked": _("%(name)s asks to be admitted to %(event)s."),
    "pairing_stuck": _("Round %(round)s of %(event)s has no pairing: %(problem)s"),
    "round_overdue": _("Round %(round)s of %(event)s is past its deadline. Tables without a result: %(tables)s."),
    "result_disputed": _(
        "The players at table %(table)s in round %(round)s of %(event)s report different results. Enter the right one."
    ),
    "organiser_named": _("You are an organiser of %(event)s now."),
    "organiser_removed": _("You are no longer an organiser of %(event)s."),
}
