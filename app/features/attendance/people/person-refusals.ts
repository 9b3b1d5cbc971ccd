export const refusals = {
  changed: "Nothing was changed: this reservation has changed in the meantime. Check it again.",
  edited: "This entry was changed since you opened it. Check it again before you change or remove it.",
  delivered: "There is nothing left to deliver.",
  unknown: "Nothing was changed: this page has no such button.",
};
