// Generated from openapi/ by `pnpm generate`. Do not edit.

export interface paths {
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account and the key in use
         * @description The account, its headline totals as of this moment, and the key that made the call. It is the cheapest call: use it to
         *     verify a key. With a session in place of a key, `api_key` is null.
         *
         *     `totals.replies` counts enrollments, each once, over the account's whole life: a reply is reply text, a conversion, or
         *     a classified intent. Every other total counts records.
         *
         *     Scope: `account:read`.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get AI spend and tokens
         * @description AI calls, tokens and money of a range of IST calendar days, in total, by model, by part of the service, and by day.
         *     Each split sums to the total.
         *
         *     Costs are what the service recorded call by call, in US dollars, exact to a millionth; they are not fetched from a
         *     provider and never change afterwards. A call belongs to the IST day on which it was made.
         *
         *     Scope: `account:read`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/activity": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List job runs
         * @description Runs of the scheduled jobs, latest start first: which job ran, when, how long it took, and what failed.
         *
         *     `duration_ms` is the time from start to finish. `failed` is part of `processed`.
         *
         *     Scope: `account:read`.
         */
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sending inboxes
         * @description Every sending inbox, oldest first, on one page, with its warmup and deliverability, and a summary over all.
         *
         *     `summary.total_daily_capacity` adds up `daily_capacity` of the inboxes that are active and not paused by the system.
         *     `sent_today` counts campaign sends that left on the present IST day. An inbox's `bounce_rate` is bounced / (sent +
         *     bounced) over today and the 29 IST days before.
         *
         *     Scope: `account:read`.
         */
        get: operations["listEmailAccounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/dashboard": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the dashboard
         * @description Headline figures, the delivery funnel, a row for each day, and the magnets with the most requests, over a range of IST
         *     calendar days.
         *
         *     - `kpis`, `funnel` and `top_magnets` follow the deliveries **sent in the range**: of those, how many were opened and clicked by now. So `open_rate` = opened / sent and `click_rate` = clicked / sent never exceed 1.
         *     - `by_day` counts a delivery on the IST day it was sent, and an open or a click on the IST day it happened, whenever the delivery was sent. A day's row is the same in every range.
         *     - Only deliveries that left count, and of each only the first open and the first click.
         *
         *     So the days' opens need not add up to `kpis.opened`; the days' `sent` do add up to `kpis.sent`.
         *
         *     Scope: `analytics:read`.
         */
        get: operations["getDashboard"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/magnets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List magnets
         * @description Lead magnets, newest first, with their live performance.
         *
         *     `performance` covers the magnet's whole life. Only deliveries that left count: `open_rate` = opened / sent,
         *     `click_rate` = clicked / sent, `bounce_rate` = bounced / sent, each null when nothing was sent. `leads` counts
         *     subscribers, each once; `requests` counts every time one asked.
         *
         *     Scope: `magnets:read`.
         */
        get: operations["listMagnets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/magnets/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the magnet, `mag_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example mag_01jngkz5g07n8t2r4c6w9y1qxe
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Get a magnet
         * @description One lead magnet: how it is set up and how it performs.
         *
         *     `performance` covers the magnet's whole life. Only deliveries that left count: `open_rate` = opened / sent,
         *     `click_rate` = clicked / sent, `bounce_rate` = bounced / sent, each null when nothing was sent. `leads` counts
         *     subscribers, each once; `requests` counts every time one asked.
         *
         *     Scope: `magnets:read`.
         */
        get: operations["getMagnet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a magnet's status
         * @description Sets the status, the one field of a magnet that can be written in v1. Any status may follow any other. Only `public`
         *     is gated: it requires a successful test send, made in the application; without one the magnet stays as it was and the
         *     answer is 400 `test_send_required`.
         *
         *     Setting the status that the magnet already has changes nothing and succeeds. The answer is the magnet as it stands
         *     afterwards, with the figures that `getMagnet` gives.
         *
         *     Scope: `magnets:write`.
         */
        patch: operations["updateMagnet"];
        trace?: never;
    };
    "/v1/subscribers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscribers
         * @description The audience. All filters apply together; `total_matching` is the size of the whole filtered set, of which `data` is a
         *     page.
         *
         *     `lead_score` runs from 0 to 100 and is the score the application shows; `temperature` is its band: hot from 75, warm
         *     from 50, cool from 25, cold below. `engagement` counts what passed between this account and the subscriber, over all
         *     time; emails count once they left, and of each only the first open and the first click.
         *
         *     When you ask for the `next_offset` of a page that you read in the last 15 minutes, with the same filters and order, the list goes on right
         *     after that page's last row: nobody who stays in the list is skipped or returned twice, however many others come and go.
         *
         *     Scope: `subscribers:read`.
         */
        get: operations["listSubscribers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscribers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscriber, `sub_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example sub_01k53z1fq8e4kbt2m7x9r5wd0a
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Get a subscriber
         * @description One subscriber with the magnets they requested, each with its deliveries, and the campaigns they are enrolled in. The
         *     id of an enrollment opens the conversation under `/v1/unibox`.
         *
         *     `lead_score`, `temperature` and `engagement` are defined as in the list.
         *
         *     Scope: `subscribers:read`.
         */
        get: operations["getSubscriber"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Edit a subscriber's tags and names
         * @description Sets any of tags, first name and last name; a field that is absent stays as it is, and `{}` changes nothing.
         *
         *     - `tags` replaces the whole set. Each tag is trimmed, empty ones are dropped and duplicates merged; what is left may be at most 50 tags of at most 60 characters each.
         *     - A name is trimmed and may be at most 100 characters long. `""` clears it, so that it is answered as null.
         *
         *     Characters are Unicode code points. Line breaks and other control characters within a tag or a name are refused, as are
         *     unpaired surrogates.
         *
         *     Scope: `subscribers:write`.
         */
        patch: operations["updateSubscriber"];
        trace?: never;
    };
    "/v1/subscribers/{id}/unsubscribe": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscriber, `sub_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example sub_01k53z1fq8e4kbt2m7x9r5wd0a
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Unsubscribe a subscriber
         * @description Opts the subscriber out: they receive nothing further from this account. Whatever is queued for them is cancelled and
         *     their running enrollments are stopped, in the same transaction.
         *
         *     The call may be repeated. On a subscriber who is unsubscribed already it succeeds with `changed: false` and keeps the
         *     first `unsubscribed_at`. There is no way back through the API: opting in again is the subscriber's own act. The
         *     operation takes no body.
         *
         *     Scope: `subscribers:write`.
         */
        post: operations["unsubscribeSubscriber"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Campaigns, newest first, with their settings, their pause if there is one, and their leads counted by state.
         *     `leads.total` is the sum of the four states.
         *
         *     Scope: `campaigns:read`.
         */
        get: operations["listCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{id}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the campaign, `cmp_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example cmp_01ka5g8ad0f7h2v9m4s6t1x3qe
                 */
                id: string;
            };
            cookie?: never;
        };
        /**
         * Get the metrics of a campaign
         * @description All figures of one campaign, over its whole life.
         *
         *     - `replies` counts enrollments, each once: one with reply text, a conversion, or a classified intent. The placeholders `no_reply` and `replied` never make a reply. `reply_rate` = replies / enrollments.
         *     - `conversions` counts enrollments that converted; `conversion_rate` = conversions / enrollments.
         *     - A send counts when its status is `sent`; there is no `delivered` for a campaign. `open_rate` = opened / sent, `click_rate` = clicked / sent, `bounce_rate` = bounced / (sent + bounced).
         *     - `by_day` has a row for every IST day from the campaign's first fact to today. A send counts on the day it left; an open, click, bounce, reply or conversion on the day it happened.
         *     - A reply is credited to the step and variant of the last send before it; their `reply_rate` = replied / (sent + bounced). A reply that no send precedes is credited to none.
         *
         *     Every rate is null when its denominator is 0.
         *
         *     Scope: `campaigns:read`.
         */
        get: operations["getCampaignMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the campaign, `cmp_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example cmp_01ka5g8ad0f7h2v9m4s6t1x3qe
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a campaign
         * @description Pauses a running campaign: `active` becomes `paused`, and nothing more is sent until it is resumed.
         *
         *     The call may be repeated: on a campaign that is paused already (`paused`, or `bounced` or `stalled` by the system) it
         *     succeeds and changes nothing, the reason of the first pause included. On one that is not running (`draft`,
         *     `scheduled`, `completed`) the answer is 409 `invalid_state`.
         *
         *     The body is optional, and so is the reason in it.
         *
         *     Scope: `campaigns:write`.
         */
        post: operations["pauseCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/campaigns/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the campaign, `cmp_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example cmp_01ka5g8ad0f7h2v9m4s6t1x3qe
                 */
                id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a campaign
         * @description Resumes a paused campaign: `paused` becomes `active`, and sending goes on.
         *
         *     On a campaign that is `active` already the call succeeds and changes nothing. One that the system paused (`bounced`,
         *     `stalled`) cannot be resumed here: the answer is 409 `system_paused`, and the cause has to be fixed in the
         *     application. On any other the answer is 409 `invalid_state`. The operation takes no body (an empty object is accepted).
         *
         *     Scope: `campaigns:write`.
         */
        post: operations["resumeCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/unibox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the inbox summary
         * @description The reply inbox, rolled up over the account's whole life, with the conversations that have the latest messages.
         *
         *     - `inbox_messages` counts every email pulled from the connected inboxes; `campaign_reply_messages` only those matched to a campaign.
         *     - `replies` counts enrollments, each once: one with reply text, a conversion, or a classified intent. So it differs from the counts of messages.
         *     - `by_intent` splits the replies by the seven classified intents. Those without one are in `awaiting_classification`; together they are `replies`.
         *     - `by_campaign` splits the same figures by campaign.
         *
         *     To find further conversations, take `enrollments` of a subscriber.
         *
         *     Scope: `unibox:read`.
         */
        get: operations["getUnibox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/unibox/{enrollmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the enrollment, `enr_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example enr_01ka5j7vh0c3w8r5n2z6y4b1te
                 */
                enrollmentId: string;
            };
            cookie?: never;
        };
        /**
         * Get a conversation
         * @description One lead in one campaign, with every email of the sequence and every email received from the lead.
         *
         *     `replied_at` is the moment the enrollment first counted as a reply: reply text, a conversion, or a classified intent.
         *
         *     Scope: `unibox:read`.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Set the reply intent
         * @description Classifies the conversation. Any of the nine intents may follow any other, and the split by intent follows at once, in
         *     the inbox summary and in the campaign's metrics.
         *
         *     It only classifies: `unsubscribed` opts nobody out; for that, unsubscribe the subscriber. `no_reply` and `replied` are
         *     placeholders and take a classification back.
         *
         *     Scope: `unibox:write`.
         */
        patch: operations["updateConversation"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description One customer of the service. Everything a key can read belongs to exactly one account. */
        Account: {
            /**
             * @description Identifier of the account.
             * @example acc_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Name the owner gave the account.
             * @example Meridian Growth
             */
            name: string;
            /**
             * @description Address of the account's owner.
             * @example owner@meridian.example
             */
            email: string;
            /**
             * @description IANA name of the zone in which days are counted. Always Asia/Kolkata in v1.
             * @example Asia/Kolkata
             */
            time_zone: string;
            /**
             * Format: date-time
             * @description When the account was opened.
             * @example 2025-03-02T05:30:00.000Z
             */
            created_at: string;
        };
        /** @description Headline totals, as of this moment. */
        AccountTotals: {
            /**
             * Format: int64
             * @description Lead magnets of every status, archived ones included.
             * @example 14
             */
            magnets: number;
            /**
             * Format: int64
             * @description Lead magnets whose status is public.
             * @example 8
             */
            public_magnets: number;
            /**
             * Format: int64
             * @description Subscribers of either state; always active_subscribers + unsubscribed_subscribers.
             * @example 1204
             */
            subscribers: number;
            /**
             * Format: int64
             * @description Subscribers who may be written to.
             * @example 1117
             */
            active_subscribers: number;
            /**
             * Format: int64
             * @description Subscribers who opted out.
             * @example 87
             */
            unsubscribed_subscribers: number;
            /**
             * Format: int64
             * @description Campaigns of every status.
             * @example 9
             */
            campaigns: number;
            /**
             * Format: int64
             * @description Campaigns whose status is active, that is, sending.
             * @example 2
             */
            active_campaigns: number;
            /**
             * Format: int64
             * @description Connected sending inboxes of every status.
             * @example 6
             */
            email_accounts: number;
            /**
             * Format: int64
             * @description Leads enrolled in campaigns, each counted once per campaign.
             * @example 962
             */
            enrollments: number;
            /**
             * Format: int64
             * @description Enrollments that replied: reply text, a conversion, or a classified intent.
             * @example 143
             */
            replies: number;
        };
        /**
         * @description A permission. An API key holds the scopes it was granted and no others.
         * @example account:read
         * @enum {string}
         */
        Scope: "account:read" | "magnets:read" | "magnets:write" | "subscribers:read" | "subscribers:write" | "campaigns:read" | "campaigns:write" | "unibox:read" | "unibox:write" | "analytics:read";
        /** @description What may be told about an API key. The secret itself is shown once, at creation, and never again. */
        ApiKey: {
            /**
             * @description Identifier of the key.
             * @example key_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Name given at creation.
             * @example Nightly report
             */
            name: string;
            /**
             * @description Prefix and last four characters, enough to recognise a key without revealing it.
             * @example lodestone_live_…x9Qk
             */
            hint: string;
            /** @description Scopes the key was granted, in the contract's order. A key never gains a scope later. */
            scopes: components["schemas"]["Scope"][];
            /**
             * Format: date-time
             * @description When the key was created.
             * @example 2026-08-01T09:15:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description The moment the key stops working; null when it never expires.
             * @example 2027-08-01T09:15:00.000Z
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Latest request made with the key, exact to a minute; null when this is its first use.
             * @example 2026-11-20T06:12:44.120Z
             */
            last_used_at: string | null;
        };
        /** @description The calling account, its headline totals, and the key that made the call. */
        Me: {
            /** @description The account the credential belongs to. */
            account: components["schemas"]["Account"];
            /** @description What the account holds now. */
            totals: components["schemas"]["AccountTotals"];
            /** @description The key used for this call; null when a signed-in browser session made it. */
            api_key: components["schemas"]["ApiKey"] | null;
        };
        /**
         * @description unauthorized: no credential was sent, or a session's change came from another site. invalid_key: the key does not exist, or is not one. expired_key: the key is past its expiry. revoked_key: the key was revoked. insufficient_scope: the key lacks required_scope. not_found: there is no such object in this account, or no such path. rate_limited: the quota is used up; wait for Retry-After. test_send_required: the magnet has no successful test send. invalid_state: the campaign's status does not allow it. system_paused: the system paused the campaign, and only the application leads out of it. invalid_parameter: a query parameter or the body is invalid. internal_error: the server failed.
         * @example not_found
         * @enum {string}
         */
        ErrorCode: "unauthorized" | "invalid_key" | "expired_key" | "revoked_key" | "insufficient_scope" | "not_found" | "rate_limited" | "test_send_required" | "invalid_state" | "system_paused" | "invalid_parameter" | "internal_error";
        /** @description The body of every failure. */
        Error: {
            /** @description What went wrong. */
            error: {
                /**
                 * @description Stable, machine-readable reason. Branch on this, never on the message.
                 * @example invalid_parameter
                 */
                code: components["schemas"]["ErrorCode"];
                /**
                 * @description What was wrong and what would be right, for people. The wording may change.
                 * @example limit must be a whole number from 1 to 200; got '500'.
                 */
                message: string;
                /**
                 * @description The query parameter that caused the failure. Absent when none did, as with a fault in the body.
                 * @example limit
                 */
                param?: string;
                /**
                 * @description With insufficient_scope, the scope that the key lacks.
                 * @example campaigns:write
                 */
                required_scope?: components["schemas"]["Scope"];
            };
        };
        /**
         * @description Range of IST calendar days, today included: 7d is today and the six days before, 1m and 3m begin on the same day of an earlier month, all begins with the account's first fact.
         * @example 7d
         * @enum {string}
         */
        UsageRange: "7d" | "1m" | "3m" | "all";
        /** @description Calls, tokens and money. */
        UsageTotals: {
            /**
             * Format: int64
             * @description Calls made to models.
             * @example 3120
             */
            calls: number;
            /**
             * Format: int64
             * @description Tokens sent to models.
             * @example 4120330
             */
            input_tokens: number;
            /**
             * Format: int64
             * @description Tokens received from models.
             * @example 610204
             */
            output_tokens: number;
            /**
             * @description Cost recorded for the calls, in US dollars, exact to a millionth.
             * @example 21.484012
             */
            cost_usd: number;
        };
        /** @description Usage of one model. */
        UsageByModel: {
            /**
             * @description Model as its provider names it.
             * @example claude-sonnet-4-5
             */
            model: string;
            /**
             * Format: int64
             * @description Calls made to models.
             * @example 3120
             */
            calls: number;
            /**
             * Format: int64
             * @description Tokens sent to models.
             * @example 4120330
             */
            input_tokens: number;
            /**
             * Format: int64
             * @description Tokens received from models.
             * @example 610204
             */
            output_tokens: number;
            /**
             * @description Cost recorded for the calls, in US dollars, exact to a millionth.
             * @example 21.484012
             */
            cost_usd: number;
        };
        /** @description Usage by one part of the service. */
        UsageByEndpoint: {
            /**
             * @description The part of the service that called the model.
             * @example classify_replies
             */
            endpoint: string;
            /**
             * Format: int64
             * @description Calls made to models.
             * @example 3120
             */
            calls: number;
            /**
             * Format: int64
             * @description Tokens sent to models.
             * @example 4120330
             */
            input_tokens: number;
            /**
             * Format: int64
             * @description Tokens received from models.
             * @example 610204
             */
            output_tokens: number;
            /**
             * @description Cost recorded for the calls, in US dollars, exact to a millionth.
             * @example 21.484012
             */
            cost_usd: number;
        };
        /** @description Usage on one IST calendar day. */
        UsageByDay: {
            /**
             * Format: date
             * @description The IST day.
             * @example 2026-11-19
             */
            date: string;
            /**
             * Format: int64
             * @description Calls made to models.
             * @example 3120
             */
            calls: number;
            /**
             * Format: int64
             * @description Tokens sent to models.
             * @example 4120330
             */
            input_tokens: number;
            /**
             * Format: int64
             * @description Tokens received from models.
             * @example 610204
             */
            output_tokens: number;
            /**
             * @description Cost recorded for the calls, in US dollars, exact to a millionth.
             * @example 21.484012
             */
            cost_usd: number;
        };
        /** @description AI spend and token consumption within a range of IST calendar days. Costs are what the service recorded call by call. */
        Usage: {
            /**
             * @description The range that was requested.
             * @example 1m
             */
            range: components["schemas"]["UsageRange"];
            /**
             * Format: date
             * @description First IST day counted.
             * @example 2026-10-20
             */
            from: string;
            /**
             * Format: date
             * @description Last IST day counted, which is today.
             * @example 2026-11-20
             */
            to: string;
            /** @description All calls of the range. */
            totals: components["schemas"]["UsageTotals"];
            /** @description The same calls split by model, most expensive first. Sums to totals. */
            by_model: components["schemas"]["UsageByModel"][];
            /** @description The same calls split by the part of the service that made them, most expensive first. Sums to totals. */
            by_endpoint: components["schemas"]["UsageByEndpoint"][];
            /** @description The same calls by IST day, oldest first, a row for every day of the range. Sums to totals. */
            by_day: components["schemas"]["UsageByDay"][];
        };
        /**
         * @description running: under way. succeeded: nothing failed. partial: some items failed. failed: the run itself failed.
         * @example running
         * @enum {string}
         */
        JobStatus: "running" | "succeeded" | "partial" | "failed";
        /** @description One thing that went wrong in a job run. */
        JobFailure: {
            /**
             * @description What failed: an address or an object's id; null when the whole run failed.
             * @example snd_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            item: string | null;
            /**
             * @description Why it failed.
             * @example 550 5.1.1 The recipient does not exist
             */
            reason: string;
        };
        /** @description One run of a scheduled job. */
        JobRun: {
            /**
             * @description Identifier of the run.
             * @example job_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Name of the job.
             * @example send_pending
             */
            job: string;
            /**
             * @description How the run stands.
             * @example partial
             */
            status: components["schemas"]["JobStatus"];
            /**
             * Format: date-time
             * @description When the run began.
             * @example 2026-11-20T06:00:00.000Z
             */
            started_at: string;
            /**
             * Format: date-time
             * @description When the run ended; null while it runs.
             * @example 2026-11-20T06:00:41.310Z
             */
            finished_at: string | null;
            /**
             * Format: int64
             * @description Milliseconds from start to finish; null while it runs.
             * @example 41310
             */
            duration_ms: number | null;
            /**
             * Format: int64
             * @description Items the run processed, including failed ones.
             * @example 120
             */
            processed: number;
            /**
             * Format: int64
             * @description Items that failed. Never more than processed.
             * @example 2
             */
            failed: number;
            /** @description What failed, and why. Empty when nothing did. */
            failures: components["schemas"]["JobFailure"][];
        };
        /** @description A page of job runs, latest first. */
        JobRunList: {
            /** @description The page of rows. */
            data: components["schemas"]["JobRun"][];
            /**
             * @description Whether more rows exist after this page.
             * @example true
             */
            has_more: boolean;
            /**
             * Format: int64
             * @description Value to pass as offset for the next page; null on the last.
             * @example 50
             */
            next_offset: number | null;
        };
        /**
         * @description Host of a sending inbox.
         * @example google
         * @enum {string}
         */
        EmailProvider: "google" | "microsoft" | "smtp";
        /**
         * @description active: may send. paused: stopped by the owner. disconnected: the service has lost access.
         * @example active
         * @enum {string}
         */
        EmailAccountStatus: "active" | "paused" | "disconnected";
        /**
         * @description bounces: too many emails came back. deliverability: its mail server refused the sign-in, or its domain fails SPF or DKIM.
         * @example bounces
         * @enum {string}
         */
        PauseCause: "bounces" | "deliverability";
        /** @description A stop that the system put on a sending inbox to protect its reputation. */
        SystemPause: {
            /**
             * @description What led to it.
             * @example bounces
             */
            reason: components["schemas"]["PauseCause"];
            /**
             * Format: date-time
             * @description When it was put on.
             * @example 2026-11-18T11:20:00.000Z
             */
            at: string;
        };
        /**
         * @description off: not warming. warming: volume is being raised. complete: at full volume.
         * @example off
         * @enum {string}
         */
        WarmupState: "off" | "warming" | "complete";
        /** @description State of an inbox's warmup. */
        Warmup: {
            /**
             * @description Whether the inbox is warming up.
             * @example warming
             */
            state: components["schemas"]["WarmupState"];
            /**
             * Format: int64
             * @description Day of the warmup, counted from 1; null unless it is warming.
             * @example 12
             */
            day: number | null;
        };
        /**
         * @description good: a bounce rate below 2% with every check passed. watch: in between. poor: a bounce rate of 5% or more, or SPF or DKIM fails.
         * @example good
         * @enum {string}
         */
        Health: "good" | "watch" | "poor";
        /**
         * @description pass: the record is right. fail: it is missing or wrong. unknown: it could not be looked up, or has not been yet.
         * @example pass
         * @enum {string}
         */
        DnsCheck: "pass" | "fail" | "unknown";
        /** @description Health of an inbox, over today and the 29 IST days before. */
        Deliverability: {
            /**
             * @description Verdict: good below a 2% bounce rate with every check passed; poor from 5%, or when SPF or DKIM fails; watch in between.
             * @example good
             */
            health: components["schemas"]["Health"];
            /**
             * Format: int64
             * @description Campaign sends that left in that time and did not bounce.
             * @example 812
             */
            sent: number;
            /**
             * Format: int64
             * @description Campaign sends that bounced in that time.
             * @example 7
             */
            bounced: number;
            /**
             * @description bounced / (sent + bounced); null when nothing was sent.
             * @example 0.0085
             */
            bounce_rate: number | null;
            /**
             * @description Result of the SPF check.
             * @example pass
             */
            spf: components["schemas"]["DnsCheck"];
            /**
             * @description Result of the DKIM check.
             * @example pass
             */
            dkim: components["schemas"]["DnsCheck"];
            /**
             * @description Result of the DMARC check.
             * @example fail
             */
            dmarc: components["schemas"]["DnsCheck"];
        };
        /** @description A sending inbox. */
        EmailAccount: {
            /**
             * @description Identifier of the inbox.
             * @example eml_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Address the inbox sends from.
             * @example asha@meridian-mail.example
             */
            address: string;
            /**
             * @description Name shown as the sender; null when none is set.
             * @example Asha from Meridian
             */
            display_name: string | null;
            /**
             * @description Who hosts the inbox.
             * @example google
             */
            provider: components["schemas"]["EmailProvider"];
            /**
             * @description State set by the owner or by the connection itself.
             * @example active
             */
            status: components["schemas"]["EmailAccountStatus"];
            /** @description Why the system stopped sending from the inbox; null when it has not. */
            system_pause: components["schemas"]["SystemPause"] | null;
            /** @description Where the inbox stands in warming up. */
            warmup: components["schemas"]["Warmup"];
            /**
             * Format: int64
             * @description Emails a day the inbox may send.
             * @example 45
             */
            daily_capacity: number;
            /**
             * Format: int64
             * @description Campaign sends that left through it today (IST), and did not bounce.
             * @example 31
             */
            sent_today: number;
            /** @description How well email from the inbox is delivered. */
            deliverability: components["schemas"]["Deliverability"];
            /**
             * Format: date-time
             * @description When the inbox was connected.
             * @example 2026-02-11T08:00:00.000Z
             */
            created_at: string;
        };
        /** @description Figures over all sending inboxes. */
        EmailAccountSummary: {
            /**
             * Format: int64
             * @description Connected inboxes of every status.
             * @example 6
             */
            total: number;
            /**
             * Format: int64
             * @description Inboxes that are active and not paused by the system.
             * @example 4
             */
            active: number;
            /**
             * Format: int64
             * @description Inboxes that the system paused.
             * @example 1
             */
            system_paused: number;
            /**
             * Format: int64
             * @description Emails a day the inboxes can send together, counting only those that are active and not paused by the system.
             * @example 180
             */
            total_daily_capacity: number;
            /**
             * Format: int64
             * @description Campaign sends that left today (IST) from all inboxes, and did not bounce.
             * @example 96
             */
            sent_today: number;
        };
        /** @description Every sending inbox on one page, with a summary over all of them. */
        EmailAccountList: {
            /** @description Every sending inbox, oldest first. */
            data: components["schemas"]["EmailAccount"][];
            /**
             * @description Always false: every inbox is on the page.
             * @example false
             */
            has_more: boolean;
            /**
             * Format: int64
             * @description Always null: there is no further page.
             * @example null
             */
            next_offset: number | null;
            /** @description Figures over all of the account's sending inboxes. */
            summary: components["schemas"]["EmailAccountSummary"];
        };
        /**
         * @description Range of IST calendar days, today included: 7d is today and the six days before; all begins with the account's first fact.
         * @example 7d
         * @enum {string}
         */
        DashboardRange: "7d" | "30d" | "90d" | "all";
        /**
         * @description active leaves archived magnets out of every figure; all counts them.
         * @example active
         * @enum {string}
         */
        DashboardScope: "active" | "all";
        /** @description Headline figures of the range. Rates follow the deliveries sent in the range, so none exceeds 1. */
        DashboardKpis: {
            /**
             * Format: int64
             * @description Subscribers first seen in the range. With scope=active, those whom an archived magnet brought are left out.
             * @example 212
             */
            new_subscribers: number;
            /**
             * Format: int64
             * @description Subscribers who opted out, or were erased, in the range. With scope=active, those whom an archived magnet brought are left out.
             * @example 9
             */
            unsubscribed: number;
            /**
             * Format: int64
             * @description Times a magnet was requested in the range. With double opt-in a request counts when it is confirmed.
             * @example 240
             */
            requests: number;
            /**
             * Format: int64
             * @description Deliveries that left in the range.
             * @example 236
             */
            sent: number;
            /**
             * Format: int64
             * @description Of those, how many arrived by now: opened, confirmed by the recipient's server, or 24 hours without a bounce.
             * @example 229
             */
            delivered: number;
            /**
             * Format: int64
             * @description Of those, how many bounced by now.
             * @example 5
             */
            bounced: number;
            /**
             * Format: int64
             * @description Of those, how many were opened by now. First open of each delivery.
             * @example 141
             */
            opened: number;
            /**
             * Format: int64
             * @description Of those, how many were clicked by now. First click of each delivery.
             * @example 88
             */
            clicked: number;
            /**
             * @description opened / sent; null when nothing was sent.
             * @example 0.5975
             */
            open_rate: number | null;
            /**
             * @description clicked / sent; null when nothing was sent.
             * @example 0.3729
             */
            click_rate: number | null;
            /**
             * @description bounced / sent; null when nothing was sent.
             * @example 0.0212
             */
            bounce_rate: number | null;
        };
        /**
         * @description sent: it left. delivered: it was opened, the recipient's server confirmed it, or it did not bounce within 24 hours. opened: it was opened. clicked: it was clicked.
         * @example sent
         * @enum {string}
         */
        DeliveryStage: "sent" | "delivered" | "opened" | "clicked";
        /** @description One stage of the delivery funnel. */
        DashboardStage: {
            /**
             * @description Name of the stage.
             * @example opened
             */
            stage: components["schemas"]["DeliveryStage"];
            /**
             * Format: int64
             * @description Deliveries that got this far.
             * @example 141
             */
            count: number;
            /**
             * @description count / count of the first stage; null when that is 0.
             * @example 0.5975
             */
            rate: number | null;
            /**
             * @description count / count of the stage before; for the first stage 1, or null when it is 0.
             * @example 0.6157
             */
            step_rate: number | null;
        };
        /** @description One IST calendar day. A day's row is the same in whatever range it is requested. */
        DashboardDay: {
            /**
             * Format: date
             * @description The IST day.
             * @example 2026-11-19
             */
            date: string;
            /**
             * Format: int64
             * @description Subscribers first seen that day.
             * @example 7
             */
            new_subscribers: number;
            /**
             * Format: int64
             * @description Times a magnet was requested that day. With double opt-in a request counts when it is confirmed.
             * @example 9
             */
            requests: number;
            /**
             * Format: int64
             * @description Deliveries that left that day.
             * @example 9
             */
            sent: number;
            /**
             * Format: int64
             * @description Deliveries first opened that day, whenever they were sent.
             * @example 6
             */
            opened: number;
            /**
             * Format: int64
             * @description Deliveries first clicked that day, whenever they were sent.
             * @example 3
             */
            clicked: number;
        };
        /**
         * @description draft: being written. private: open to those who have its link. public: open to everyone. archived: no longer offered.
         * @example draft
         * @enum {string}
         */
        MagnetStatus: "draft" | "private" | "public" | "archived";
        /** @description A magnet's part in the range. */
        TopMagnet: {
            /**
             * @description Identifier of the magnet.
             * @example mag_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Title of the magnet.
             * @example The Cold Email Teardown
             */
            title: string;
            /**
             * @description Last path segment of its public page.
             * @example cold-email-teardown
             */
            slug: string;
            /**
             * @description Status now.
             * @example public
             */
            status: components["schemas"]["MagnetStatus"];
            /**
             * Format: int64
             * @description Times it was requested in the range. With double opt-in a request counts when it is confirmed.
             * @example 61
             */
            requests: number;
            /**
             * @description requests / requests of all counted magnets in the range; null when there were none.
             * @example 0.2542
             */
            share: number | null;
            /**
             * Format: int64
             * @description Its deliveries that left in the range.
             * @example 60
             */
            sent: number;
            /**
             * Format: int64
             * @description Of those, opened by now.
             * @example 40
             */
            opened: number;
            /**
             * Format: int64
             * @description Of those, clicked by now.
             * @example 27
             */
            clicked: number;
            /**
             * @description opened / sent; null when nothing was sent.
             * @example 0.6667
             */
            open_rate: number | null;
            /**
             * @description clicked / sent; null when nothing was sent.
             * @example 0.45
             */
            click_rate: number | null;
        };
        /** @description The account's headline figures over a range of IST calendar days, exactly as the application shows them. */
        Dashboard: {
            /**
             * @description The range that was requested.
             * @example 30d
             */
            range: components["schemas"]["DashboardRange"];
            /**
             * @description Whether archived magnets are counted.
             * @example active
             */
            scope: components["schemas"]["DashboardScope"];
            /**
             * Format: date
             * @description First IST day counted.
             * @example 2026-10-22
             */
            from: string;
            /**
             * Format: date
             * @description Last IST day counted, which is today.
             * @example 2026-11-20
             */
            to: string;
            /** @description Headline figures. */
            kpis: components["schemas"]["DashboardKpis"];
            /** @description The deliveries sent in the range, stage by stage: sent, delivered, opened, clicked. */
            funnel: components["schemas"]["DashboardStage"][];
            /** @description One row for every IST day of the range, oldest first. */
            by_day: components["schemas"]["DashboardDay"][];
            /** @description Up to ten magnets with the most requests in the range, most first, ties by id. */
            top_magnets: components["schemas"]["TopMagnet"][];
        };
        /**
         * @description What is given away.
         * @example guide
         * @enum {string}
         */
        MagnetKind: "guide" | "checklist" | "template" | "video" | "tool";
        /**
         * @description How a test send went.
         * @example succeeded
         * @enum {string}
         */
        TestSendStatus: "succeeded" | "failed";
        /** @description A test delivery of a magnet. */
        TestSend: {
            /**
             * @description How it went.
             * @example succeeded
             */
            status: components["schemas"]["TestSendStatus"];
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-03-05T12:00:00.000Z
             */
            at: string;
            /**
             * @description Why it failed; null when it succeeded.
             * @example connection refused
             */
            error: string | null;
        };
        /** @description A magnet's figures over its whole life. */
        MagnetPerformance: {
            /**
             * Format: int64
             * @description Times it was requested. Each leads to one delivery. With double opt-in a request counts when it is confirmed.
             * @example 540
             */
            requests: number;
            /**
             * Format: int64
             * @description Subscribers who requested it, each counted once.
             * @example 511
             */
            leads: number;
            /**
             * Format: int64
             * @description Deliveries that left.
             * @example 533
             */
            sent: number;
            /**
             * Format: int64
             * @description Of those, how many arrived: opened, confirmed by the recipient's server, or 24 hours without a bounce.
             * @example 521
             */
            delivered: number;
            /**
             * Format: int64
             * @description Of those, bounced.
             * @example 10
             */
            bounced: number;
            /**
             * Format: int64
             * @description Of those, opened at least once.
             * @example 340
             */
            opened: number;
            /**
             * Format: int64
             * @description Of those, clicked at least once.
             * @example 221
             */
            clicked: number;
            /**
             * @description opened / sent; null when nothing was sent.
             * @example 0.6379
             */
            open_rate: number | null;
            /**
             * @description clicked / sent; null when nothing was sent.
             * @example 0.4146
             */
            click_rate: number | null;
            /**
             * @description bounced / sent; null when nothing was sent.
             * @example 0.0188
             */
            bounce_rate: number | null;
        };
        /** @description A lead magnet: how it is set up and how it performs. */
        Magnet: {
            /**
             * @description Identifier of the magnet.
             * @example mag_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Title shown to subscribers.
             * @example The Cold Email Teardown
             */
            title: string;
            /**
             * @description Last path segment of its public page, unique within the account.
             * @example cold-email-teardown
             */
            slug: string;
            /**
             * @description What it offers, in the owner's words; null when none is written.
             * @example Twelve cold emails, line by line.
             */
            description: string | null;
            /**
             * @description What is given away.
             * @example guide
             */
            kind: components["schemas"]["MagnetKind"];
            /**
             * @description Subject of the email that delivers it.
             * @example Your teardown is here
             */
            delivery_subject: string;
            /**
             * @description Where it stands.
             * @example public
             */
            status: components["schemas"]["MagnetStatus"];
            /** @description The latest test send; null when none was made. */
            test_send: components["schemas"]["TestSend"] | null;
            /**
             * @description Whether a successful test send exists, which setting public requires.
             * @example true
             */
            can_publish: boolean;
            /** @description What it has brought since it was created. */
            performance: components["schemas"]["MagnetPerformance"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-03-04T10:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When its content or status last changed.
             * @example 2026-11-02T07:40:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description When it last became public; null when it never was.
             * @example 2026-03-06T04:30:00.000Z
             */
            published_at: string | null;
        };
        /** @description A page of magnets, newest first. */
        MagnetList: {
            /** @description The page of rows. */
            data: components["schemas"]["Magnet"][];
            /**
             * @description Whether more rows exist after this page.
             * @example true
             */
            has_more: boolean;
            /**
             * Format: int64
             * @description Value to pass as offset for the next page; null on the last.
             * @example 50
             */
            next_offset: number | null;
        };
        /** @description What may be written of a magnet. */
        MagnetUpdate: {
            /**
             * @description The status to set. public requires a successful test send.
             * @example public
             */
            status: components["schemas"]["MagnetStatus"];
        };
        /**
         * @description Band of the lead score. hot: 75 or more. warm: 50 to 74. cool: 25 to 49. cold: below 25.
         * @example hot
         * @enum {string}
         */
        Temperature: "hot" | "warm" | "cool" | "cold";
        /**
         * @description active: may be written to. unsubscribed: opted out, receives nothing further.
         * @example active
         * @enum {string}
         */
        SubscriptionState: "active" | "unsubscribed";
        /** @description What passed between the account and the subscriber. */
        Engagement: {
            /**
             * Format: int64
             * @description Times they requested a magnet.
             * @example 2
             */
            requests: number;
            /**
             * Format: int64
             * @description Emails that left for them: magnet deliveries and campaign sends.
             * @example 5
             */
            sent: number;
            /**
             * Format: int64
             * @description Of those, opened at least once.
             * @example 4
             */
            opened: number;
            /**
             * Format: int64
             * @description Of those, clicked at least once.
             * @example 2
             */
            clicked: number;
            /**
             * Format: int64
             * @description Campaigns they replied in.
             * @example 1
             */
            replied: number;
        };
        /** @description The account's relationship with one person. */
        Subscriber: {
            /**
             * @description Identifier of the subscriber, which belongs to this account alone.
             * @example sub_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Their address.
             * @example priya@northwind.example
             */
            email: string;
            /**
             * @description First name; null when unknown.
             * @example Priya
             */
            first_name: string | null;
            /**
             * @description Last name; null when unknown.
             * @example Raman
             */
            last_name: string | null;
            /**
             * @description Whether they may be written to.
             * @example active
             */
            status: components["schemas"]["SubscriptionState"];
            /**
             * @description Tags the account put on them, capitals sorted before small letters.
             * @example [
             *       "founder",
             *       "vip"
             *     ]
             */
            tags: string[];
            /**
             * Format: int32
             * @description Lead score: how engaged they are, from 0 to 100.
             * @example 82
             */
            lead_score: number;
            /**
             * @description Band of the lead score.
             * @example hot
             */
            temperature: components["schemas"]["Temperature"];
            /** @description What passed between the account and them. */
            engagement: components["schemas"]["Engagement"];
            /**
             * Format: date-time
             * @description When they first appeared in this account.
             * @example 2026-09-14T13:22:05.000Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description Latest request, open, click, reply or conversion; when there is none, when they were first seen.
             * @example 2026-11-18T15:20:41.000Z
             */
            last_activity_at: string;
            /**
             * Format: date-time
             * @description When they opted out; null while active.
             * @example null
             */
            unsubscribed_at: string | null;
        };
        /** @description A page of the filtered audience. */
        SubscriberList: {
            /** @description The page of rows. */
            data: components["schemas"]["Subscriber"][];
            /**
             * @description Whether more rows exist after this page.
             * @example true
             */
            has_more: boolean;
            /**
             * Format: int64
             * @description Value to pass as offset for the next page; null on the last.
             * @example 50
             */
            next_offset: number | null;
            /**
             * Format: int64
             * @description Size of the whole filtered set, not of the page.
             * @example 1204
             */
            total_matching: number;
        };
        /** @description A magnet, by name. */
        MagnetReference: {
            /**
             * @description Identifier of the magnet.
             * @example mag_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Title of the magnet.
             * @example The Cold Email Teardown
             */
            title: string;
        };
        /**
         * @description queued: waiting. sent: left. delivered: opened, confirmed by the recipient's server, or 24 hours without a bounce. bounced: returned by the recipient's server. failed: never left. cancelled: taken out of the queue.
         * @example queued
         * @enum {string}
         */
        DeliveryStatus: "queued" | "sent" | "delivered" | "bounced" | "failed" | "cancelled";
        /** @description One email that brings a magnet to a subscriber. */
        Delivery: {
            /**
             * @description Identifier of the delivery.
             * @example dlv_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Where it stands.
             * @example delivered
             */
            status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: date-time
             * @description When it was requested.
             * @example 2026-09-14T13:22:05.000Z
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When it left; null when it has not.
             * @example 2026-09-14T13:22:09.000Z
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description When it was first opened, when the recipient's server confirmed it, or 24 hours after it left without a bounce; null before.
             * @example 2026-09-14T13:22:11.000Z
             */
            delivered_at: string | null;
            /**
             * Format: date-time
             * @description First open; null when unopened.
             * @example 2026-09-14T14:02:40.000Z
             */
            opened_at: string | null;
            /**
             * Format: date-time
             * @description First click; null when not clicked.
             * @example 2026-09-14T14:03:10.000Z
             */
            clicked_at: string | null;
            /**
             * Format: date-time
             * @description When it bounced; null when it has not.
             * @example null
             */
            bounced_at: string | null;
        };
        /** @description A subscriber's interest in one magnet, with every delivery made for it. */
        SubscriberRequest: {
            /** @description The magnet requested. */
            magnet: components["schemas"]["MagnetReference"];
            /**
             * Format: date-time
             * @description When they first requested it.
             * @example 2026-09-14T13:22:05.000Z
             */
            requested_at: string;
            /** @description A delivery for each request, latest first. */
            deliveries: components["schemas"]["Delivery"][];
        };
        /**
         * @description draft: being written. scheduled: starts later. active: sending. paused: paused by the owner, here or in the application. bounced: paused by the system for bounces. stalled: paused by the system for deliverability. completed: every lead is done.
         * @example draft
         * @enum {string}
         */
        CampaignStatus: "draft" | "active" | "paused" | "stalled" | "bounced" | "completed" | "scheduled";
        /** @description A campaign, by name. */
        CampaignReference: {
            /**
             * @description Identifier of the campaign.
             * @example cmp_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Name of the campaign.
             * @example Founders, Q4
             */
            name: string;
            /**
             * @description Where it stands.
             * @example active
             */
            status: components["schemas"]["CampaignStatus"];
        };
        /**
         * @description active: steps to come. completed: received every step. stopped: taken out of the sequence. bounced: the address bounced.
         * @example active
         * @enum {string}
         */
        EnrollmentStatus: "active" | "completed" | "stopped" | "bounced";
        /**
         * @description How a reply is classified. no_reply: nothing came back; a placeholder. interested: they want to know more. meeting_booked: a meeting is arranged. meeting_completed: the meeting took place. won: they became a customer. out_of_office: an automatic notice of absence. not_interested: they declined. unsubscribed: they asked not to be written to; classifying so opts nobody out. replied: they answered, and nobody has classified it; a placeholder. Placeholders never count as an outcome.
         * @example no_reply
         * @enum {string}
         */
        ReplyIntent: "no_reply" | "interested" | "meeting_booked" | "meeting_completed" | "won" | "out_of_office" | "not_interested" | "unsubscribed" | "replied";
        /** @description One campaign the subscriber is or was in. Its id opens the conversation under /v1/unibox. */
        SubscriberEnrollment: {
            /**
             * @description Identifier of the enrollment.
             * @example enr_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /** @description The campaign. */
            campaign: components["schemas"]["CampaignReference"];
            /**
             * @description Where the enrollment stands.
             * @example active
             */
            status: components["schemas"]["EnrollmentStatus"];
            /**
             * @description How their reply is classified.
             * @example interested
             */
            reply_intent: components["schemas"]["ReplyIntent"];
            /**
             * Format: date-time
             * @description When they were enrolled.
             * @example 2026-10-02T04:00:00.000Z
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description When they first counted as having replied; null when they have not.
             * @example 2026-10-05T11:31:00.000Z
             */
            replied_at: string | null;
        };
        /** @description One subscriber with the history of what they requested and where they are enrolled. */
        SubscriberDetail: {
            /**
             * @description Identifier of the subscriber, which belongs to this account alone.
             * @example sub_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Their address.
             * @example priya@northwind.example
             */
            email: string;
            /**
             * @description First name; null when unknown.
             * @example Priya
             */
            first_name: string | null;
            /**
             * @description Last name; null when unknown.
             * @example Raman
             */
            last_name: string | null;
            /**
             * @description Whether they may be written to.
             * @example active
             */
            status: components["schemas"]["SubscriptionState"];
            /**
             * @description Tags the account put on them, capitals sorted before small letters.
             * @example [
             *       "founder",
             *       "vip"
             *     ]
             */
            tags: string[];
            /**
             * Format: int32
             * @description Lead score: how engaged they are, from 0 to 100.
             * @example 82
             */
            lead_score: number;
            /**
             * @description Band of the lead score.
             * @example hot
             */
            temperature: components["schemas"]["Temperature"];
            /** @description What passed between the account and them. */
            engagement: components["schemas"]["Engagement"];
            /**
             * Format: date-time
             * @description When they first appeared in this account.
             * @example 2026-09-14T13:22:05.000Z
             */
            first_seen_at: string;
            /**
             * Format: date-time
             * @description Latest request, open, click, reply or conversion; when there is none, when they were first seen.
             * @example 2026-11-18T15:20:41.000Z
             */
            last_activity_at: string;
            /**
             * Format: date-time
             * @description When they opted out; null while active.
             * @example null
             */
            unsubscribed_at: string | null;
            /** @description Magnets they requested, latest first. */
            requests: components["schemas"]["SubscriberRequest"][];
            /** @description Campaigns they were enrolled in, latest first. */
            enrollments: components["schemas"]["SubscriberEnrollment"][];
        };
        /** @description What may be written of a subscriber. Fields that are absent stay as they are. */
        SubscriberUpdate: {
            /**
             * @description Replaces all tags. Trimmed, empty ones dropped and duplicates merged, at most 50 may be left, each of at most 60 characters. The bounds here are those of the raw input.
             * @example [
             *       "founder",
             *       "vip"
             *     ]
             */
            tags?: string[];
            /**
             * @description First name, at most 100 characters after trimming (the bound here is that of the raw input). Empty clears it.
             * @example Priya
             */
            first_name?: string;
            /**
             * @description Last name, at most 100 characters after trimming (the bound here is that of the raw input). Empty clears it.
             * @example Raman
             */
            last_name?: string;
        };
        /** @description What unsubscribing did. */
        UnsubscribeResult: {
            /**
             * @description True when this call unsubscribed them, false when they already were.
             * @example true
             */
            changed: boolean;
            /**
             * Format: int64
             * @description Queued deliveries and campaign sends that this call cancelled.
             * @example 2
             */
            cancelled_sends: number;
            /**
             * Format: int64
             * @description Running enrollments that this call stopped.
             * @example 1
             */
            stopped_enrollments: number;
            /** @description The subscriber as they stand now. */
            subscriber: components["schemas"]["SubscriberDetail"];
        };
        /**
         * @description api: a call to this API. application: the owner, in the application. system: the service itself.
         * @example api
         * @enum {string}
         */
        PausedBy: "api" | "application" | "system";
        /** @description A pause and its origin. */
        CampaignPause: {
            /**
             * @description Who paused it: api for a call to this API, application for the owner in the application, system for the service itself.
             * @example api
             */
            by: components["schemas"]["PausedBy"];
            /**
             * @description Reason given with the pause; null when none was.
             * @example Reworking step two
             */
            reason: string | null;
            /**
             * Format: date-time
             * @description When it was paused.
             * @example 2026-11-19T12:00:00.000Z
             */
            at: string;
        };
        /**
         * @description Day of the week.
         * @example mon
         * @enum {string}
         */
        Weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
        /** @description How a campaign sends. */
        CampaignSettings: {
            /**
             * Format: int64
             * @description Steps in its sequence.
             * @example 3
             */
            steps: number;
            /**
             * Format: int64
             * @description Emails a day it may send at most.
             * @example 120
             */
            daily_limit: number;
            /** @description Days of the week on which it sends. */
            send_days: components["schemas"]["Weekday"][];
            /**
             * @description Time of day in the campaign's time_zone from which it sends.
             * @example 09:30
             */
            send_from: string;
            /**
             * @description Time of day in the campaign's time_zone until which it sends.
             * @example 18:00
             */
            send_until: string;
            /**
             * @description IANA name of the zone of its days and times of day.
             * @example Asia/Kolkata
             */
            time_zone: string;
            /**
             * @description Whether a reply stops the lead's sequence.
             * @example true
             */
            stop_on_reply: boolean;
            /**
             * @description Whether opens are tracked.
             * @example true
             */
            track_opens: boolean;
            /**
             * @description Whether clicks are tracked.
             * @example true
             */
            track_clicks: boolean;
        };
        /** @description A campaign's leads by the state of their enrollment. The four states sum to total. */
        CampaignLeads: {
            /**
             * Format: int64
             * @description Leads enrolled.
             * @example 310
             */
            total: number;
            /**
             * Format: int64
             * @description Leads with steps to come.
             * @example 122
             */
            active: number;
            /**
             * Format: int64
             * @description Leads who received every step.
             * @example 131
             */
            completed: number;
            /**
             * Format: int64
             * @description Leads whose sequence was stopped: they replied, opted out, or were taken out.
             * @example 49
             */
            stopped: number;
            /**
             * Format: int64
             * @description Leads whose address bounced.
             * @example 8
             */
            bounced: number;
        };
        /** @description An outbound email campaign: its settings and its leads. */
        Campaign: {
            /**
             * @description Identifier of the campaign.
             * @example cmp_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Name the owner gave it.
             * @example Founders, Q4
             */
            name: string;
            /**
             * @description Where it stands.
             * @example active
             */
            status: components["schemas"]["CampaignStatus"];
            /** @description Who paused it, when and why; null unless the status is paused, bounced or stalled. */
            pause: components["schemas"]["CampaignPause"] | null;
            /** @description How it sends. */
            settings: components["schemas"]["CampaignSettings"];
            /** @description Leads by the state of their enrollment. */
            leads: components["schemas"]["CampaignLeads"];
            /**
             * Format: date-time
             * @description When it was created.
             * @example 2026-09-20T06:00:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it is to start; null unless the status is scheduled.
             * @example 2026-12-01T03:30:00.000Z
             */
            scheduled_for: string | null;
            /**
             * Format: date-time
             * @description When it first sent; null when it never has.
             * @example 2026-09-28T03:30:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When it finished; null unless the status is completed.
             * @example null
             */
            completed_at: string | null;
        };
        /** @description A page of campaigns, newest first. */
        CampaignList: {
            /** @description The page of rows. */
            data: components["schemas"]["Campaign"][];
            /**
             * @description Whether more rows exist after this page.
             * @example true
             */
            has_more: boolean;
            /**
             * Format: int64
             * @description Value to pass as offset for the next page; null on the last.
             * @example 50
             */
            next_offset: number | null;
        };
        /** @description Sends by state. Only those that are sent count as sends; a send has no delivered state. */
        CampaignSends: {
            /**
             * Format: int64
             * @description Waiting to leave.
             * @example 85
             */
            queued: number;
            /**
             * Format: int64
             * @description Left, and not bounced.
             * @example 702
             */
            sent: number;
            /**
             * Format: int64
             * @description Could not be handed over.
             * @example 3
             */
            failed: number;
            /**
             * Format: int64
             * @description Came back because of the address, at once or later.
             * @example 12
             */
            bounced: number;
            /**
             * Format: int64
             * @description Taken out of the queue.
             * @example 20
             */
            cancelled: number;
            /**
             * Format: int64
             * @description Of the sent, opened at least once.
             * @example 388
             */
            opened: number;
            /**
             * Format: int64
             * @description Of the sent, clicked at least once.
             * @example 97
             */
            clicked: number;
            /**
             * @description opened / sent; null when nothing was sent.
             * @example 0.5527
             */
            open_rate: number | null;
            /**
             * @description clicked / sent; null when nothing was sent.
             * @example 0.1382
             */
            click_rate: number | null;
            /**
             * @description bounced / (sent + bounced); null when both are 0.
             * @example 0.0168
             */
            bounce_rate: number | null;
        };
        /**
         * @description enrolled: the lead is in the campaign. contacted: a send has left, or they replied. replied: they count as having replied. converted: they converted.
         * @example enrolled
         * @enum {string}
         */
        EnrollmentStage: "enrolled" | "contacted" | "replied" | "converted";
        /** @description One stage of a campaign's funnel. */
        CampaignStage: {
            /**
             * @description Name of the stage. Contacted: a send has left and not bounced, or they replied.
             * @example replied
             */
            stage: components["schemas"]["EnrollmentStage"];
            /**
             * Format: int64
             * @description Enrollments that got this far.
             * @example 44
             */
            count: number;
            /**
             * @description count / count of the first stage; null when that is 0.
             * @example 0.1419
             */
            rate: number | null;
            /**
             * @description count / count of the stage before; null when that is 0. For the first stage 1, or null when it is 0.
             * @example 0.157
             */
            step_rate: number | null;
        };
        /**
         * @description An intent that is an outcome, that is, any but the placeholders. interested: they want to know more. meeting_booked: a meeting is arranged. meeting_completed: the meeting took place. won: they became a customer. out_of_office: an automatic notice of absence. not_interested: they declined. unsubscribed: they asked not to be written to; classifying so opts nobody out.
         * @example interested
         * @enum {string}
         */
        ClassifiedIntent: "interested" | "meeting_booked" | "meeting_completed" | "won" | "out_of_office" | "not_interested" | "unsubscribed";
        /** @description Replies classified with one intent. */
        IntentCount: {
            /**
             * @description The intent.
             * @example interested
             */
            intent: components["schemas"]["ClassifiedIntent"];
            /**
             * Format: int64
             * @description Replies classified so.
             * @example 17
             */
            count: number;
        };
        /** @description One IST calendar day of a campaign. */
        CampaignDay: {
            /**
             * Format: date
             * @description The IST day.
             * @example 2026-11-19
             */
            date: string;
            /**
             * Format: int64
             * @description Sends that left that day, and did not bounce.
             * @example 41
             */
            sent: number;
            /**
             * Format: int64
             * @description Sends first opened that day, whenever they left. Those that bounced do not count.
             * @example 20
             */
            opened: number;
            /**
             * Format: int64
             * @description Sends first clicked that day, whenever they left. Those that bounced do not count.
             * @example 5
             */
            clicked: number;
            /**
             * Format: int64
             * @description Sends that bounced that day.
             * @example 1
             */
            bounced: number;
            /**
             * Format: int64
             * @description Enrollments that first counted as replied that day.
             * @example 3
             */
            replied: number;
            /**
             * Format: int64
             * @description Enrollments that converted that day.
             * @example 1
             */
            converted: number;
        };
        /** @description One A/B variant of a step. */
        VariantMetrics: {
            /**
             * @description Identifier of the variant.
             * @example var_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Label of the variant.
             * @example A
             */
            label: string;
            /**
             * @description Subject line of the variant.
             * @example Quick question, {{first_name}}
             */
            subject: string;
            /**
             * Format: int64
             * @description Sends that left, and did not bounce.
             * @example 300
             */
            sent: number;
            /**
             * Format: int64
             * @description Of those, opened at least once.
             * @example 171
             */
            opened: number;
            /**
             * Format: int64
             * @description Of those, clicked at least once.
             * @example 40
             */
            clicked: number;
            /**
             * Format: int64
             * @description Sends that bounced.
             * @example 5
             */
            bounced: number;
            /**
             * Format: int64
             * @description Replies whose last send before them was of this kind.
             * @example 25
             */
            replied: number;
            /**
             * @description opened / sent; null when nothing was sent.
             * @example 0.57
             */
            open_rate: number | null;
            /**
             * @description clicked / sent; null when nothing was sent.
             * @example 0.1333
             */
            click_rate: number | null;
            /**
             * @description bounced / (sent + bounced); null when both are 0.
             * @example 0.0164
             */
            bounce_rate: number | null;
            /**
             * @description replied / (sent + bounced), the sends that left; null when none did.
             * @example 0.082
             */
            reply_rate: number | null;
        };
        /** @description One step of the sequence, over all its variants. */
        StepMetrics: {
            /**
             * Format: int32
             * @description Position in the sequence, from 1.
             * @example 1
             */
            step: number;
            /**
             * Format: int64
             * @description Days between the step before and this one.
             * @example 0
             */
            delay_days: number;
            /**
             * Format: int64
             * @description Sends that left, and did not bounce.
             * @example 300
             */
            sent: number;
            /**
             * Format: int64
             * @description Of those, opened at least once.
             * @example 171
             */
            opened: number;
            /**
             * Format: int64
             * @description Of those, clicked at least once.
             * @example 40
             */
            clicked: number;
            /**
             * Format: int64
             * @description Sends that bounced.
             * @example 5
             */
            bounced: number;
            /**
             * Format: int64
             * @description Replies whose last send before them was of this kind.
             * @example 25
             */
            replied: number;
            /**
             * @description opened / sent; null when nothing was sent.
             * @example 0.57
             */
            open_rate: number | null;
            /**
             * @description clicked / sent; null when nothing was sent.
             * @example 0.1333
             */
            click_rate: number | null;
            /**
             * @description bounced / (sent + bounced); null when both are 0.
             * @example 0.0164
             */
            bounce_rate: number | null;
            /**
             * @description replied / (sent + bounced), the sends that left; null when none did.
             * @example 0.082
             */
            reply_rate: number | null;
            /** @description The step's A/B variants, by label. */
            variants: components["schemas"]["VariantMetrics"][];
        };
        /** @description All figures of one campaign, over its whole life. */
        CampaignMetrics: {
            /** @description The campaign. */
            campaign: components["schemas"]["CampaignReference"];
            /**
             * Format: int64
             * @description Leads enrolled.
             * @example 310
             */
            enrollments: number;
            /**
             * Format: int64
             * @description Enrollments that replied, each counted once: reply text, a conversion, or a classified intent. Placeholder intents never count.
             * @example 44
             */
            replies: number;
            /**
             * @description replies / enrollments; null when nobody is enrolled.
             * @example 0.1419
             */
            reply_rate: number | null;
            /**
             * Format: int64
             * @description Enrollments that converted.
             * @example 11
             */
            conversions: number;
            /**
             * @description conversions / enrollments; null when nobody is enrolled.
             * @example 0.0355
             */
            conversion_rate: number | null;
            /** @description Sends by state, and what became of those that left. */
            sends: components["schemas"]["CampaignSends"];
            /** @description The enrollments, stage by stage: enrolled, contacted, replied, converted. */
            funnel: components["schemas"]["CampaignStage"][];
            /** @description Replies by classified intent, one row for each of the seven. */
            replies_by_intent: components["schemas"]["IntentCount"][];
            /**
             * Format: int64
             * @description Replies whose intent is still a placeholder. With replies_by_intent it sums to replies.
             * @example 6
             */
            awaiting_classification: number;
            /** @description One row for every IST day from the campaign's first fact to today, oldest first; empty when it has none. */
            by_day: components["schemas"]["CampaignDay"][];
            /** @description The sequence's steps in order, each with its variants. */
            steps: components["schemas"]["StepMetrics"][];
        };
        /** @description What may be said with a pause. */
        CampaignPauseRequest: {
            /**
             * @description Why it is paused, at most 500 characters after trimming (the bound here is that of the raw input). Shown with the campaign's pause; empty is none.
             * @example Reworking step two
             */
            reason?: string;
        };
        /** @description Replies of one campaign. */
        CampaignReplies: {
            /** @description The campaign. */
            campaign: components["schemas"]["CampaignReference"];
            /**
             * Format: int64
             * @description Mails matched to the campaign.
             * @example 52
             */
            messages: number;
            /**
             * Format: int64
             * @description Enrollments that replied.
             * @example 44
             */
            replies: number;
            /**
             * Format: int64
             * @description Replies whose intent is still a placeholder.
             * @example 6
             */
            awaiting_classification: number;
            /** @description Replies by classified intent, one row for each of the seven. */
            by_intent: components["schemas"]["IntentCount"][];
        };
        /** @description A subscriber, as the counterpart of a conversation. */
        Lead: {
            /**
             * @description Identifier of the subscriber.
             * @example sub_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Their address.
             * @example priya@northwind.example
             */
            email: string;
            /**
             * @description First name; null when unknown.
             * @example Priya
             */
            first_name: string | null;
            /**
             * @description Last name; null when unknown.
             * @example Raman
             */
            last_name: string | null;
            /**
             * @description Whether they may be written to.
             * @example active
             */
            status: components["schemas"]["SubscriptionState"];
            /**
             * Format: int32
             * @description Their lead score.
             * @example 82
             */
            lead_score: number;
            /**
             * @description Band of the lead score.
             * @example hot
             */
            temperature: components["schemas"]["Temperature"];
        };
        /** @description A conversation, as a line of the inbox. Its id is the enrollmentId. */
        ConversationSummary: {
            /**
             * @description Identifier of the enrollment.
             * @example enr_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /** @description The campaign. */
            campaign: components["schemas"]["CampaignReference"];
            /** @description The subscriber. */
            lead: components["schemas"]["Lead"];
            /**
             * @description How the reply is classified.
             * @example interested
             */
            reply_intent: components["schemas"]["ReplyIntent"];
            /**
             * Format: date-time
             * @description When their latest message arrived.
             * @example 2026-11-19T15:02:00.000Z
             */
            last_message_at: string;
            /**
             * @description Beginning of their latest message.
             * @example Sounds useful. Does Thursday work?
             */
            preview: string;
        };
        /** @description The reply inbox, rolled up. */
        Unibox: {
            /**
             * Format: int64
             * @description Every mail pulled from the connected inboxes.
             * @example 431
             */
            inbox_messages: number;
            /**
             * Format: int64
             * @description Of those, the emails matched to a campaign.
             * @example 152
             */
            campaign_reply_messages: number;
            /**
             * Format: int64
             * @description Enrollments that replied, over all campaigns.
             * @example 143
             */
            replies: number;
            /**
             * Format: int64
             * @description Replies whose intent is still a placeholder. With by_intent it sums to replies.
             * @example 19
             */
            awaiting_classification: number;
            /** @description Replies by classified intent, one row for each of the seven. */
            by_intent: components["schemas"]["IntentCount"][];
            /** @description Replies of each campaign that has any message or reply, most replies first, ties by id. */
            by_campaign: components["schemas"]["CampaignReplies"][];
            /** @description The conversations with the latest messages, up to fifty, latest first. */
            latest: components["schemas"]["ConversationSummary"][];
        };
        /**
         * @description replied: the lead answered. unsubscribed: the lead opted out. manual: taken out by the owner, or because a colleague answered, they no longer work there, or an email to them failed and was not tried again.
         * @example replied
         * @enum {string}
         */
        StopReason: "replied" | "unsubscribed" | "manual";
        /**
         * @description queued: waiting. sent: left. failed: could not be handed over. bounced: left and came back. cancelled: taken out of the queue.
         * @example queued
         * @enum {string}
         */
        SendStatus: "queued" | "sent" | "failed" | "bounced" | "cancelled";
        /** @description One mail of the sequence. */
        ConversationSend: {
            /**
             * @description Identifier of the send.
             * @example snd_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * Format: int32
             * @description Step of the sequence.
             * @example 1
             */
            step: number;
            /**
             * @description Label of the A/B variant.
             * @example A
             */
            variant: string;
            /**
             * @description Where it stands.
             * @example sent
             */
            status: components["schemas"]["SendStatus"];
            /**
             * @description Address it is sent from; null until an inbox is chosen.
             * @example asha@meridian-mail.example
             */
            from: string | null;
            /**
             * @description Subject line.
             * @example Quick question, Priya
             */
            subject: string;
            /**
             * @description Text of the mail.
             * @example Hi Priya, …
             */
            body: string;
            /**
             * Format: date-time
             * @description When it was queued.
             * @example 2026-10-02T04:00:00.000Z
             */
            queued_at: string;
            /**
             * Format: date-time
             * @description When it left; null when it has not.
             * @example 2026-10-02T04:31:00.000Z
             */
            sent_at: string | null;
            /**
             * Format: date-time
             * @description First open; null when unopened.
             * @example 2026-10-02T06:10:00.000Z
             */
            opened_at: string | null;
            /**
             * Format: date-time
             * @description First click; null when not clicked.
             * @example null
             */
            clicked_at: string | null;
            /**
             * Format: date-time
             * @description When it bounced; null when it has not.
             * @example null
             */
            bounced_at: string | null;
            /**
             * @description Why it failed or bounced; null when it did neither.
             * @example null
             */
            failure: string | null;
        };
        /** @description One mail received from the lead. */
        ConversationReply: {
            /**
             * @description Identifier of the message.
             * @example msg_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /**
             * @description Address it came from.
             * @example priya@northwind.example
             */
            from: string;
            /**
             * @description Subject line; null when it has none.
             * @example Re: Quick question, Priya
             */
            subject: string | null;
            /**
             * @description Text of the reply, quoted email removed; empty when it holds none.
             * @example Sounds useful. Does Thursday work?
             */
            text: string;
            /**
             * Format: date-time
             * @description When it arrived.
             * @example 2026-10-05T11:31:00.000Z
             */
            received_at: string;
        };
        /** @description An answer to the lead, written by hand in the application and sent in the same thread. */
        ConversationAnswer: {
            /**
             * @description Identifier of the answer.
             * @example ans_01kabs6p21t4w7x2c9m6v3r8ne
             */
            id: string;
            /**
             * @description Where it stands. queued: it is to leave, or nobody knows yet whether it left.
             * @example sent
             */
            status: components["schemas"]["SendStatus"];
            /**
             * @description Address it is sent from; null when that inbox is gone.
             * @example asha@meridian-mail.example
             */
            from: string | null;
            /**
             * @description Subject line.
             * @example Re: Quick question, Priya
             */
            subject: string;
            /**
             * @description Text of the answer.
             * @example Thursday at 3 it is.
             */
            body: string;
            /**
             * Format: date-time
             * @description When it was written.
             * @example 2026-10-05T11:58:00.000Z
             */
            written_at: string;
            /**
             * Format: date-time
             * @description When it left; null when it has not.
             * @example 2026-10-05T11:58:02.000Z
             */
            sent_at: string | null;
            /**
             * @description Why it could not be sent; null otherwise.
             * @example null
             */
            failure: string | null;
        };
        /** @description One lead in one campaign, with every mail sent, every reply received and every answer given. */
        Conversation: {
            /**
             * @description Identifier of the enrollment.
             * @example enr_01k9x2m4q8f3tb6w0v7y5s1d2e
             */
            id: string;
            /** @description The campaign. */
            campaign: components["schemas"]["CampaignReference"];
            /** @description The subscriber. */
            lead: components["schemas"]["Lead"];
            /**
             * @description Where the enrollment stands.
             * @example stopped
             */
            status: components["schemas"]["EnrollmentStatus"];
            /**
             * @description Why the sequence was stopped; null unless the status is stopped.
             * @example replied
             */
            stop_reason: components["schemas"]["StopReason"] | null;
            /**
             * @description How the reply is classified. The only field that can be written.
             * @example interested
             */
            reply_intent: components["schemas"]["ReplyIntent"];
            /**
             * Format: date-time
             * @description When the lead was enrolled.
             * @example 2026-10-02T04:00:00.000Z
             */
            enrolled_at: string;
            /**
             * Format: date-time
             * @description When they first counted as having replied; null when they have not.
             * @example 2026-10-05T11:31:00.000Z
             */
            replied_at: string | null;
            /**
             * Format: date-time
             * @description When they converted; null when they have not.
             * @example null
             */
            converted_at: string | null;
            /** @description Every mail of the sequence to this lead, in the order of queueing. */
            sends: components["schemas"]["ConversationSend"][];
            /** @description Every mail received from the lead, oldest first. */
            replies: components["schemas"]["ConversationReply"][];
            /** @description Every answer that was written to the lead by hand, oldest first. They are not part of the sequence, and no figure counts them. */
            answers: components["schemas"]["ConversationAnswer"][];
        };
        /** @description What may be written of a conversation. */
        ConversationUpdate: {
            /**
             * @description How the reply is classified.
             * @example interested
             */
            reply_intent: components["schemas"]["ReplyIntent"];
        };
    };
    responses: {
        /** @description The query holds a parameter that this operation does not have. `param` names it. */
        UnknownQueryParameter: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No valid credential was sent. The code says why; a key that fails never falls back to a session. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `account:read`. Not answered to a session, which has every scope. */
        AccountReadForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path or the method is not exactly this operation's. Paths are case-sensitive and have no trailing slash. No key is looked at, so `RateLimit` and `RateLimit-Policy` are left out. */
        NoSuchPath: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The account has used up its quota, or this address has sent too many bad keys. Wait for as long as `Retry-After` says. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The server failed. Try again (no write does more when it is sent twice), and report it with the `X-Request-Id` if it keeps happening. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The server cannot reach its database, is busy, or is shutting down. Try again after `Retry-After`. A change whose answer was lost on
         *     the way may have been made; no write does more when it is sent twice.
         */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `analytics:read`. Not answered to a session, which has every scope. */
        AnalyticsReadForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `magnets:read`. Not answered to a session, which has every scope. */
        MagnetsReadForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such magnet in this account. The same for an id that does not exist, that belongs to another account, or that is not a well-formed id. */
        MagnetNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description No valid credential was sent, or a session's request did not come from the application's own origin. The code says why; a key that fails never falls back to a session. */
        UnauthorizedWrite: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `magnets:write`. Not answered to a session, which has every scope. */
        MagnetsWriteForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than 100 kB. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not sent as `application/json`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `subscribers:read`. Not answered to a session, which has every scope. */
        SubscribersReadForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such subscriber in this account. The same for an id that does not exist, that belongs to another account, or that is not a well-formed id. */
        SubscriberNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `subscribers:write`. Not answered to a session, which has every scope. */
        SubscribersWriteForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `campaigns:read`. Not answered to a session, which has every scope. */
        CampaignsReadForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such campaign in this account. The same for an id that does not exist, that belongs to another account, or that is not a well-formed id. */
        CampaignNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `campaigns:write`. Not answered to a session, which has every scope. */
        CampaignsWriteForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `unibox:read`. Not answered to a session, which has every scope. */
        UniboxReadForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such conversation in this account. The same for an id that does not exist, that belongs to another account, or that is not a well-formed id. */
        ConversationNotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is valid and lacks the scope `unibox:write`. Not answered to a session, which has every scope. */
        UniboxWriteForbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description How many rows to return at most. Anything but a whole number from 1 to 200 is refused, not clamped.
         * @example 50
         */
        Limit: number;
        /**
         * @description Rows to skip. Pass the page's `next_offset` to get the next page. Past the end the page is empty.
         * @example 0
         */
        Offset: number;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifier that the server gave this request. Quote it when you report a failure.
         * @example 0199c3f2-6f0b-7c51-9e1c-2f3d6a8b4e70
         */
        RequestId: string;
        /**
         * @description What is left of the account's quota (`r`, in requests) and when the window ends (`t`, in seconds). The IETF RateLimit header field.
         * @example "account";r=598;t=42
         */
        RateLimit: string;
        /**
         * @description The account's quota (`q`, in requests) and its window (`w`, in seconds). The IETF RateLimit-Policy header field.
         * @example "account";q=600;w=60
         */
        RateLimitPolicy: string;
        /**
         * @description How to authenticate (RFC 6750). Holds `error="invalid_token"` when a key was sent, and on 403 `error="insufficient_scope"` with the scope that is required.
         * @example Bearer error="invalid_token"
         */
        WwwAuthenticate: string;
        /**
         * @description Seconds to wait before the next try. A whole number, at least 1.
         * @example 17
         */
        RetryAfter: number;
    };
    pathItems: never;
}
export type Account = components['schemas']['Account'];
export type AccountTotals = components['schemas']['AccountTotals'];
export type Scope = components['schemas']['Scope'];
export type ApiKey = components['schemas']['ApiKey'];
export type Me = components['schemas']['Me'];
export type ErrorCode = components['schemas']['ErrorCode'];
export type Error = components['schemas']['Error'];
export type UsageRange = components['schemas']['UsageRange'];
export type UsageTotals = components['schemas']['UsageTotals'];
export type UsageByModel = components['schemas']['UsageByModel'];
export type UsageByEndpoint = components['schemas']['UsageByEndpoint'];
export type UsageByDay = components['schemas']['UsageByDay'];
export type Usage = components['schemas']['Usage'];
export type JobStatus = components['schemas']['JobStatus'];
export type JobFailure = components['schemas']['JobFailure'];
export type JobRun = components['schemas']['JobRun'];
export type JobRunList = components['schemas']['JobRunList'];
export type EmailProvider = components['schemas']['EmailProvider'];
export type EmailAccountStatus = components['schemas']['EmailAccountStatus'];
export type PauseCause = components['schemas']['PauseCause'];
export type SystemPause = components['schemas']['SystemPause'];
export type WarmupState = components['schemas']['WarmupState'];
export type Warmup = components['schemas']['Warmup'];
export type Health = components['schemas']['Health'];
export type DnsCheck = components['schemas']['DnsCheck'];
export type Deliverability = components['schemas']['Deliverability'];
export type EmailAccount = components['schemas']['EmailAccount'];
export type EmailAccountSummary = components['schemas']['EmailAccountSummary'];
export type EmailAccountList = components['schemas']['EmailAccountList'];
export type DashboardRange = components['schemas']['DashboardRange'];
export type DashboardScope = components['schemas']['DashboardScope'];
export type DashboardKpis = components['schemas']['DashboardKpis'];
export type DeliveryStage = components['schemas']['DeliveryStage'];
export type DashboardStage = components['schemas']['DashboardStage'];
export type DashboardDay = components['schemas']['DashboardDay'];
export type MagnetStatus = components['schemas']['MagnetStatus'];
export type TopMagnet = components['schemas']['TopMagnet'];
export type Dashboard = components['schemas']['Dashboard'];
export type MagnetKind = components['schemas']['MagnetKind'];
export type TestSendStatus = components['schemas']['TestSendStatus'];
export type TestSend = components['schemas']['TestSend'];
export type MagnetPerformance = components['schemas']['MagnetPerformance'];
export type Magnet = components['schemas']['Magnet'];
export type MagnetList = components['schemas']['MagnetList'];
export type MagnetUpdate = components['schemas']['MagnetUpdate'];
export type Temperature = components['schemas']['Temperature'];
export type SubscriptionState = components['schemas']['SubscriptionState'];
export type Engagement = components['schemas']['Engagement'];
export type Subscriber = components['schemas']['Subscriber'];
export type SubscriberList = components['schemas']['SubscriberList'];
export type MagnetReference = components['schemas']['MagnetReference'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type Delivery = components['schemas']['Delivery'];
export type SubscriberRequest = components['schemas']['SubscriberRequest'];
export type CampaignStatus = components['schemas']['CampaignStatus'];
export type CampaignReference = components['schemas']['CampaignReference'];
export type EnrollmentStatus = components['schemas']['EnrollmentStatus'];
export type ReplyIntent = components['schemas']['ReplyIntent'];
export type SubscriberEnrollment = components['schemas']['SubscriberEnrollment'];
export type SubscriberDetail = components['schemas']['SubscriberDetail'];
export type SubscriberUpdate = components['schemas']['SubscriberUpdate'];
export type UnsubscribeResult = components['schemas']['UnsubscribeResult'];
export type PausedBy = components['schemas']['PausedBy'];
export type CampaignPause = components['schemas']['CampaignPause'];
export type Weekday = components['schemas']['Weekday'];
export type CampaignSettings = components['schemas']['CampaignSettings'];
export type CampaignLeads = components['schemas']['CampaignLeads'];
export type Campaign = components['schemas']['Campaign'];
export type CampaignList = components['schemas']['CampaignList'];
export type CampaignSends = components['schemas']['CampaignSends'];
export type EnrollmentStage = components['schemas']['EnrollmentStage'];
export type CampaignStage = components['schemas']['CampaignStage'];
export type ClassifiedIntent = components['schemas']['ClassifiedIntent'];
export type IntentCount = components['schemas']['IntentCount'];
export type CampaignDay = components['schemas']['CampaignDay'];
export type VariantMetrics = components['schemas']['VariantMetrics'];
export type StepMetrics = components['schemas']['StepMetrics'];
export type CampaignMetrics = components['schemas']['CampaignMetrics'];
export type CampaignPauseRequest = components['schemas']['CampaignPauseRequest'];
export type CampaignReplies = components['schemas']['CampaignReplies'];
export type Lead = components['schemas']['Lead'];
export type ConversationSummary = components['schemas']['ConversationSummary'];
export type Unibox = components['schemas']['Unibox'];
export type StopReason = components['schemas']['StopReason'];
export type SendStatus = components['schemas']['SendStatus'];
export type ConversationSend = components['schemas']['ConversationSend'];
export type ConversationReply = components['schemas']['ConversationReply'];
export type ConversationAnswer = components['schemas']['ConversationAnswer'];
export type Conversation = components['schemas']['Conversation'];
export type ConversationUpdate = components['schemas']['ConversationUpdate'];
export type ResponseUnknownQueryParameter = components['responses']['UnknownQueryParameter'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseAccountReadForbidden = components['responses']['AccountReadForbidden'];
export type ResponseNoSuchPath = components['responses']['NoSuchPath'];
export type ResponseRateLimited = components['responses']['RateLimited'];
export type ResponseInternalError = components['responses']['InternalError'];
export type ResponseUnavailable = components['responses']['Unavailable'];
export type ResponseAnalyticsReadForbidden = components['responses']['AnalyticsReadForbidden'];
export type ResponseMagnetsReadForbidden = components['responses']['MagnetsReadForbidden'];
export type ResponseMagnetNotFound = components['responses']['MagnetNotFound'];
export type ResponseUnauthorizedWrite = components['responses']['UnauthorizedWrite'];
export type ResponseMagnetsWriteForbidden = components['responses']['MagnetsWriteForbidden'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ResponseSubscribersReadForbidden = components['responses']['SubscribersReadForbidden'];
export type ResponseSubscriberNotFound = components['responses']['SubscriberNotFound'];
export type ResponseSubscribersWriteForbidden = components['responses']['SubscribersWriteForbidden'];
export type ResponseCampaignsReadForbidden = components['responses']['CampaignsReadForbidden'];
export type ResponseCampaignNotFound = components['responses']['CampaignNotFound'];
export type ResponseCampaignsWriteForbidden = components['responses']['CampaignsWriteForbidden'];
export type ResponseUniboxReadForbidden = components['responses']['UniboxReadForbidden'];
export type ResponseConversationNotFound = components['responses']['ConversationNotFound'];
export type ResponseUniboxWriteForbidden = components['responses']['UniboxWriteForbidden'];
export type ParameterLimit = components['parameters']['Limit'];
export type ParameterOffset = components['parameters']['Offset'];
export type HeaderRequestId = components['headers']['RequestId'];
export type HeaderRateLimit = components['headers']['RateLimit'];
export type HeaderRateLimitPolicy = components['headers']['RateLimitPolicy'];
export type HeaderWwwAuthenticate = components['headers']['WwwAuthenticate'];
export type HeaderRetryAfter = components['headers']['RetryAfter'];
export type $defs = Record<string, never>;
export interface operations {
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["UnknownQueryParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountReadForbidden"];
            404: components["responses"]["NoSuchPath"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /**
                 * @description Days to count, in IST, today included. `7d` is today and the six days before; `1m` and `3m` begin on the same day one and three months earlier; `all` begins with the account's first call.
                 * @example 7d
                 */
                range?: "7d" | "1m" | "3m" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Usage of the range. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Usage"];
                };
            };
            /** @description A query parameter is invalid. `param` names it. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountReadForbidden"];
            404: components["responses"]["NoSuchPath"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listActivity: {
        parameters: {
            query?: {
                /**
                 * @description How many rows to return at most. Anything but a whole number from 1 to 200 is refused, not clamped.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. Pass the page's `next_offset` to get the next page. Past the end the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only runs of the job of this name, which must match exactly. An unknown name gives an empty page, an empty value no filter.
                 * @example send_pending
                 */
                job?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of job runs. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JobRunList"];
                };
            };
            /** @description A query parameter is invalid. `param` names it. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountReadForbidden"];
            404: components["responses"]["NoSuchPath"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEmailAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every sending inbox. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAccountList"];
                };
            };
            400: components["responses"]["UnknownQueryParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AccountReadForbidden"];
            404: components["responses"]["NoSuchPath"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDashboard: {
        parameters: {
            query?: {
                /**
                 * @description Days to count, in IST, today included: `7d` is today and the six days before, and so on; `all` begins with the account's first fact.
                 * @example 7d
                 */
                range?: "7d" | "30d" | "90d" | "all";
                /**
                 * @description Whether archived magnets count. `active` leaves them out of every part of the answer.
                 * @example active
                 */
                scope?: "active" | "all";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The dashboard of the range. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Dashboard"];
                };
            };
            /** @description A query parameter is invalid. `param` names it. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["AnalyticsReadForbidden"];
            404: components["responses"]["NoSuchPath"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listMagnets: {
        parameters: {
            query?: {
                /**
                 * @description How many rows to return at most. Anything but a whole number from 1 to 200 is refused, not clamped.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. Pass the page's `next_offset` to get the next page. Past the end the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only magnets of this status. `all` lists every one, archived ones included.
                 * @example public
                 */
                status?: "all" | "draft" | "private" | "public" | "archived";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of magnets. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MagnetList"];
                };
            };
            /** @description A query parameter is invalid. `param` names it. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MagnetsReadForbidden"];
            404: components["responses"]["NoSuchPath"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMagnet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the magnet, `mag_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example mag_01jngkz5g07n8t2r4c6w9y1qxe
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The magnet. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Magnet"];
                };
            };
            400: components["responses"]["UnknownQueryParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["MagnetsReadForbidden"];
            404: components["responses"]["MagnetNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateMagnet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the magnet, `mag_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example mag_01jngkz5g07n8t2r4c6w9y1qxe
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The status to set. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MagnetUpdate"];
            };
        };
        responses: {
            /** @description The magnet as it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Magnet"];
                };
            };
            /** @description The body or the query is invalid, or the magnet may not become public yet. `param` is present only for a fault in the query; for one in the body the message names the field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UnauthorizedWrite"];
            403: components["responses"]["MagnetsWriteForbidden"];
            404: components["responses"]["MagnetNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listSubscribers: {
        parameters: {
            query?: {
                /**
                 * @description How many rows to return at most. Anything but a whole number from 1 to 200 is refused, not clamped.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. Pass the page's `next_offset` to get the next page. Past the end the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only leads in this band of the lead score.
                 * @example hot
                 */
                temperature?: components["schemas"]["Temperature"];
                /**
                 * @description Only leads that score at least this.
                 * @example 50
                 */
                min_score?: number;
                /**
                 * @description Only leads carrying this tag, compared exactly after trimming. An empty value is no filter; white space alone is refused.
                 * @example founder
                 */
                tag?: string;
                /**
                 * @description Only leads who requested this magnet. An id that is unknown, malformed or of another account gives an empty page; an empty value is no filter.
                 * @example mag_01jngkz5g07n8t2r4c6w9y1qxe
                 */
                magnet_id?: string;
                /**
                 * @description Only leads in this subscription state.
                 * @example active
                 */
                status?: "all" | "active" | "unsubscribed";
                /**
                 * @description Only leads whose email, first name or last name holds each of these words, which white space separates. Case does not matter, nor whether an accent is part of its letter or typed after it; `ß` is `ss`, and `ς` is `σ`. Every other character, `%` and `_` included, stands for itself. At most 10 different words, of which one that is part of another does not count. An empty value is no filter; white space alone is refused.
                 * @example priya
                 */
                search?: string;
                /**
                 * @description Only leads first seen at this moment or later. An ISO 8601 date and time with `Z` or an offset, whose `+` is written `%2B`, or a date alone, which is the beginning of that day in IST.
                 * @example 2026-09-01T00:00:00Z
                 */
                created_after?: string;
                /**
                 * @description Only leads first seen at this moment or earlier. An ISO 8601 date and time with `Z` or an offset, whose `+` is written `%2B`, or a date alone, which is the end of that day in IST.
                 * @example 2026-11-20T23:59:59Z
                 */
                created_before?: string;
                /**
                 * @description `score`: highest lead score first. `recent`: latest first seen first. `activity`: latest activity first. Ties are in order of id.
                 * @example score
                 */
                order?: "score" | "recent" | "activity";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of subscribers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriberList"];
                };
            };
            /** @description A query parameter is invalid. `param` names it. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SubscribersReadForbidden"];
            404: components["responses"]["NoSuchPath"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscriber, `sub_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example sub_01k53z1fq8e4kbt2m7x9r5wd0a
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The subscriber. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriberDetail"];
                };
            };
            400: components["responses"]["UnknownQueryParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SubscribersReadForbidden"];
            404: components["responses"]["SubscriberNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscriber, `sub_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example sub_01k53z1fq8e4kbt2m7x9r5wd0a
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description The fields to set. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriberUpdate"];
            };
        };
        responses: {
            /** @description The subscriber as they stand now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriberDetail"];
                };
            };
            /** @description The body or the query is invalid. `param` is present only for a fault in the query; for one in the body the message names the field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UnauthorizedWrite"];
            403: components["responses"]["SubscribersWriteForbidden"];
            404: components["responses"]["SubscriberNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unsubscribeSubscriber: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the subscriber, `sub_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example sub_01k53z1fq8e4kbt2m7x9r5wd0a
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What was done, and the subscriber as they stand now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnsubscribeResult"];
                };
            };
            /** @description The query holds an unknown parameter, which `param` names, or a body was sent that is not JSON or holds a field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UnauthorizedWrite"];
            403: components["responses"]["SubscribersWriteForbidden"];
            404: components["responses"]["SubscriberNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * @description How many rows to return at most. Anything but a whole number from 1 to 200 is refused, not clamped.
                 * @example 50
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Rows to skip. Pass the page's `next_offset` to get the next page. Past the end the page is empty.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
                /**
                 * @description Only campaigns of this status. A running campaign is `active`; one that the system paused is `bounced` or `stalled`.
                 * @example active
                 */
                status?: "all" | "draft" | "active" | "paused" | "stalled" | "bounced" | "completed" | "scheduled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignList"];
                };
            };
            /** @description A query parameter is invalid. `param` names it. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CampaignsReadForbidden"];
            404: components["responses"]["NoSuchPath"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getCampaignMetrics: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the campaign, `cmp_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example cmp_01ka5g8ad0f7h2v9m4s6t1x3qe
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign's figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignMetrics"];
                };
            };
            400: components["responses"]["UnknownQueryParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["CampaignsReadForbidden"];
            404: components["responses"]["CampaignNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    pauseCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the campaign, `cmp_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example cmp_01ka5g8ad0f7h2v9m4s6t1x3qe
                 */
                id: string;
            };
            cookie?: never;
        };
        /** @description Why it is paused. The whole body may be left out. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CampaignPauseRequest"];
            };
        };
        responses: {
            /** @description The campaign as it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The body or the query is invalid. `param` is present only for a fault in the query; for one in the body the message names the field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UnauthorizedWrite"];
            403: components["responses"]["CampaignsWriteForbidden"];
            404: components["responses"]["CampaignNotFound"];
            /** @description The campaign is not running, so it cannot be paused. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resumeCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the campaign, `cmp_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example cmp_01ka5g8ad0f7h2v9m4s6t1x3qe
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign as it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            /** @description The query holds an unknown parameter, which `param` names, or a body was sent that is not JSON or holds a field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UnauthorizedWrite"];
            403: components["responses"]["CampaignsWriteForbidden"];
            404: components["responses"]["CampaignNotFound"];
            /** @description The campaign cannot be resumed. Repeating the call does not help. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getUnibox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The summary. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Unibox"];
                };
            };
            400: components["responses"]["UnknownQueryParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["UniboxReadForbidden"];
            404: components["responses"]["NoSuchPath"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the enrollment, `enr_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example enr_01ka5j7vh0c3w8r5n2z6y4b1te
                 */
                enrollmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            400: components["responses"]["UnknownQueryParameter"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["UniboxReadForbidden"];
            404: components["responses"]["ConversationNotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifier of the enrollment, `enr_` and 26 characters. A string that is not one is answered with 404, as an unknown id is.
                 * @example enr_01ka5j7vh0c3w8r5n2z6y4b1te
                 */
                enrollmentId: string;
            };
            cookie?: never;
        };
        /** @description The intent to set. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConversationUpdate"];
            };
        };
        responses: {
            /** @description The conversation as it stands now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
                };
            };
            /** @description The body or the query is invalid. `param` is present only for a fault in the query; for one in the body the message names the field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["UnauthorizedWrite"];
            403: components["responses"]["UniboxWriteForbidden"];
            404: components["responses"]["ConversationNotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}

/** Names of the query parameters that have a default. */
export interface defaulted {
    getMe: never;
    getUsage: "range";
    listActivity: "limit" | "offset";
    listEmailAccounts: never;
    getDashboard: "range" | "scope";
    listMagnets: "limit" | "offset" | "status";
    getMagnet: never;
    updateMagnet: never;
    listSubscribers: "limit" | "offset" | "min_score" | "status" | "order";
    getSubscriber: never;
    updateSubscriber: never;
    unsubscribeSubscriber: never;
    listCampaigns: "limit" | "offset" | "status";
    getCampaignMetrics: never;
    pauseCampaign: never;
    resumeCampaign: never;
    getUnibox: never;
    getConversation: never;
    updateConversation: never;
}
