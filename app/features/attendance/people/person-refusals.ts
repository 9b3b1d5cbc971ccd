/** Why nothing was changed about a person of an event. */
export const refusals = {
  changed: "Nothing was changed: this reservation has changed in the meantime. Check it again.",
  edited: "This entry was changed since you opened it. Check it again before you change or remove it.",
  full: "Nothing was changed: not enough spots are free for this party.",
  "not-next": "Nothing was changed: others are before them on the waitlist.",
  closed: "Nothing was changed: spots can be given only while sign-up is open.",
  duplicate: "This address is already on the list, so this entry can only be removed.",
  delivered: "There is nothing left to deliver.",
  unknown: "Nothing was changed: this page has no such button.",
};
