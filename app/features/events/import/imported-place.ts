import { broughtLine } from "../../../admin/brought-text.ts";
import type { Event } from "../event/event.ts";

export interface ImportedPlace {
  place: string;
  meets: Event["meets"];
  joinLink?: string;
  page?: string;
  hadPassword: boolean;
}

const links = /\bhttps?:\/\/[^\s<>"]+/gi;
const trailing = /[.,;:)\]]+$/;
/** Where meetings are held: such a link lets in whoever has it. */
const meetingHosts =
  /(?:^|\.)(?:zoom\.(?:us|com)|zoomgov\.com|meet\.google\.com|teams\.(?:microsoft|live)\.com|webex\.com|jit\.si|whereby\.com|goto(?:meeting|webinar)?\.com|gotomeet\.me|bluejeans\.com|skype\.com|meet\.goto\.com|bigbluebutton\.org|riverside\.fm|streamyard\.com|discord\.gg)$/i;
const eventPages = /(?:^|\.)(?:lu\.ma|luma\.com|meetup\.com|eventbrite\.\w{2,3}|eventbrite\.co\.uk|partiful\.com)$/i;
const secrets =
  /[,;|·(-]?\s*\b(?:meeting id|webinar id|access code|pass ?(?:code|word)|pwd|pin|one tap mobile)\b\s*(?:is|:|=|#)?\s*(?:[\d ]{6,}\d|[^\s,;)]+)\)?/gi;
const onlineWords =
  /\b(?:online|virtual(?:ly)?|remote(?:ly)?|zoom|google meet|google hangouts?|microsoft teams|ms teams|teams|webex|jitsi|skype|webinar|video ?(?:call|conference)|meeting|event|link|join|here|via|on|at|by|the|url|https?|or|and)\b/gi;

const hostOf = (link: string) => (URL.canParse(link) ? new URL(link).hostname : "");
const isSecure = (link: string) => /^https:\/\/[^@\s]+$/i.test(link) && URL.canParse(link) && link.length <= 2048;

export const isMeetingLink = (link: string) => meetingHosts.test(hostOf(link));

/**
 * Takes apart the place of a file. A link in it is the one to join by, unless it leads to the page of the event; what
 * is left is the place, if it says more than that the event is online.
 */
export function readPlace(text: string, conference = ""): ImportedPlace {
  const line = broughtLine(text, ", ");
  const found = [...line.matchAll(links)].map(([link]) => link.replace(trailing, ""));
  const withoutLinks = line.replace(links, " ");
  const rest = withoutLinks.replace(secrets, " ");
  const page = found.find((link) => eventPages.test(hostOf(link)) && isSecure(link));
  const given = conference.match(links)?.[0]?.replace(trailing, "") ?? "";
  const joinLink = [...found.filter((link) => link !== page), given].find(isSecure);
  const plain = rest
    .replace(/\s+/g, " ")
    .replace(/(?:\s*[,;|·–—:(-]+\s*)+$|^(?:\s*[,;|·–—:)-]+\s*)+/g, "")
    .trim();
  const isOnlyOnline = !/[\p{L}\p{N}]/u.test(plain.replace(onlineWords, ""));
  const isOnline = joinLink !== undefined || found.some((link) => link !== page);
  const hadPassword = rest !== withoutLinks;
  if (!isOnline) {
    const said = page ? plain : line;
    return { place: said, meets: isOnlyOnline && said !== "" && !page ? "online" : "room", page, hadPassword: false };
  }
  const meets = isOnlyOnline ? "online" : "both";
  return { place: isOnlyOnline ? "Online" : plain, meets, joinLink, page, hadPassword };
}
