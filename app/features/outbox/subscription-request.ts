export interface Provider {
  url: string;
  token: string;
}

export const subscriptionRequest = ({ url, token }: Provider, email: string) => ({
  url,
  headers: { Authorization: `Bearer ${token}` },
  body: {
    email,
    reactivate_existing: false,
    send_welcome_email: true,
    utm_source: "website",
    utm_medium: "newsletter_signup",
    utm_campaign: "insights_page",
  },
});
