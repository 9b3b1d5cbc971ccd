import type { MetaDescriptor } from "@remix-run/cloudflare";
import { isRouteErrorResponse } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import { Button, ButtonLink } from "./button.tsx";

interface Words {
  title: string;
  text: string;
  /** Where to go from here, instead of home. */
  way?: { href: string; label: string };
}

const words: Record<number, Words> = {
  403: { title: "Not allowed", text: "You do not have access to this page." },
  404: { title: "404", text: "Oops! The page you're looking for doesn't exist in our blockchain." },
  429: { title: "Too many requests", text: "Please wait a minute and try again." },
  503: {
    title: "Temporarily unavailable",
    text: "We can’t reach our records right now. Please try again in a minute.",
  },
};
const unexpected: Words = {
  title: "Something went wrong",
  text: "That is our mistake, not yours. Please try again in a minute.",
};

const home = { href: "/", label: "Return Home" };
/** For errors that pass within a minute, such as for a helper at the door who has no other page. */
const samePage = { href: "", label: "Try again" };

interface ErrorPageProps {
  status: number;
  /** Replaces the text for the status if a request was refused. */
  refusal?: Partial<Words>;
  children?: ReactNode;
}

interface Request {
  requestId: string;
  /** The fields of a form that was not processed, in order; null if none was sent, or it cannot be sent again. */
  typed: [name: string, value: string][] | null;
}

/** The request being answered; a page whose loaders failed has no data that could hold it. */
export const FailedRequest = createContext<Request>({ requestId: "", typed: null });

export const errorWords = (status: number): Words => words[status] ?? unexpected;

function titleOf(error: unknown, siteName: string): string {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const title = status === 404 ? "Page not found" : errorWords(status).title;
  return `${title} · ${siteName}`;
}

/** The metadata that a route's error boundary adds; none without an error. */
export const errorMeta = (error: unknown, siteName: string): MetaDescriptor[] =>
  error ? [{ title: titleOf(error, siteName) }, { name: "robots", content: "noindex" }] : [];

/** For the root's own boundary: Remix runs no root loader after an action has failed, so `meta` has no data. */
export const ErrorHead = ({ error, siteName }: { error: unknown; siteName: string }) => (
  <>
    <title>{titleOf(error, siteName)}</title>
    <meta name="robots" content="noindex" />
  </>
);

/** The one page for every error; it reveals nothing except the request id, which the log has too. */
export function ErrorPage({ status, refusal, children }: ErrorPageProps) {
  const { requestId, typed } = useContext(FailedRequest);
  const { title, text, way } = refusal?.title && refusal.text ? (refusal as Words) : errorWords(status);
  const { href, label } = way ?? (status === 503 && !typed ? samePage : home);
  return (
    <main id="main" data-status={status}>
      <div className="night lost">
        <img src="/Images/404.svg" width={1600} height={900} alt="" />
        <div className="wrap">
          <h1>{title}</h1>
          <p className="lead">{text}</p>
          {status >= 500 && requestId ? (
            <p className="mt-4">If you write to us about it, include this number: {requestId}</p>
          ) : null}
          {typed && status === 503 ? <SendAgain fields={typed} /> : null}
          {children}
          <p className="mt-8">
            <ButtonLink looks={["sun"]} href={href}>
              {label}
            </ButtonLink>
          </p>
        </div>
      </div>
    </main>
  );
}

/** The form as it was sent. Texts of several lines are visible, so that they can be copied. */
function SendAgain({ fields }: { fields: [name: string, value: string][] }) {
  return (
    <form method="post" encType="multipart/form-data" className="form mt-8">
      <p>This page keeps what you sent. Send it again in a minute.</p>
      {fields.map(([name, value]) =>
        value.includes("\n") ? (
          <label key={`${name} ${value}`} className="field">
            What you entered
            <textarea name={name} defaultValue={value} rows={8} readOnly />
          </label>
        ) : (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ),
      )}
      <Button looks={["sun"]}>Send again</Button>
    </form>
  );
}
