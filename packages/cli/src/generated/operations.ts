// Generated from openapi/ by `pnpm generate`. Do not edit.

import type { Operation } from '../operation.ts';

export const OPERATIONS: readonly Operation[] = [
  {
    "id": "getMe",
    "command": "me",
    "method": "GET",
    "path": "/v1/me",
    "scope": "account:read",
    "isList": false,
    "summary": "Get the account and the key in use",
    "description": "The account, its headline totals as of this moment, and the key that made the call. It is the cheapest call: use it to verify a key. With a session in place of a key, `api_key` is null.\n\n`totals.replies` counts enrollments, each once, over the account's whole life: a reply is reply text, a conversion, or a classified intent. Every other total counts records.",
    "parameters": []
  },
  {
    "id": "getUsage",
    "command": "usage",
    "method": "GET",
    "path": "/v1/usage",
    "scope": "account:read",
    "isList": false,
    "summary": "Get AI spend and tokens",
    "description": "AI calls, tokens and money of a range of IST calendar days, in total, by model, by part of the service, and by day. Each split sums to the total.\n\nCosts are what the service recorded call by call, in US dollars, exact to a millionth; they are not fetched from a provider and never change afterwards. A call belongs to the IST day on which it was made.",
    "parameters": [
      {
        "name": "range",
        "in": "query",
        "type": "string",
        "values": [
          "7d",
          "1m",
          "3m",
          "all"
        ],
        "default": "1m",
        "help": "Days to count, in IST, today included. `7d` is today and the six days before; `1m` and `3m` begin on the same day one and three months earlier; `all` begins with the account's first call."
      }
    ]
  },
  {
    "id": "listActivity",
    "command": "activity list",
    "method": "GET",
    "path": "/v1/activity",
    "scope": "account:read",
    "isList": true,
    "summary": "List job runs",
    "description": "Runs of the scheduled jobs, latest start first: which job ran, when, how long it took, and what failed.\n\n`duration_ms` is the time from start to finish. `failed` is part of `processed`.",
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "type": "integer",
        "default": 50,
        "minimum": 1,
        "maximum": 200,
        "help": "How many rows to return at most. Anything but a whole number from 1 to 200 is refused, not clamped."
      },
      {
        "name": "offset",
        "in": "query",
        "type": "integer",
        "default": 0,
        "minimum": 0,
        "maximum": 2147483647,
        "help": "Rows to skip. Pass the page's `next_offset` to get the next page. Past the end the page is empty."
      },
      {
        "name": "job",
        "in": "query",
        "type": "string",
        "help": "Only runs of the job of this name, which must match exactly. An unknown name gives an empty page, an empty value no filter."
      }
    ]
  },
  {
    "id": "listEmailAccounts",
    "command": "email-accounts list",
    "method": "GET",
    "path": "/v1/email-accounts",
    "scope": "account:read",
    "isList": true,
    "summary": "List sending inboxes",
    "description": "Every sending inbox, oldest first, on one page, with its warmup and deliverability, and a summary over all.\n\n`summary.total_daily_capacity` adds up `daily_capacity` of the inboxes that are active and not paused by the system. `sent_today` counts campaign sends that left on the present IST day. An inbox's `bounce_rate` is bounced / (sent + bounced) over today and the 29 IST days before.",
    "parameters": []
  },
  {
    "id": "getDashboard",
    "command": "dashboard",
    "method": "GET",
    "path": "/v1/dashboard",
    "scope": "analytics:read",
    "isList": false,
    "summary": "Get the dashboard",
    "description": "Headline figures, the delivery funnel, a row for each day, and the magnets with the most requests, over a range of IST calendar days.\n\n- `kpis`, `funnel` and `top_magnets` follow the deliveries **sent in the range**: of those, how many were opened and clicked by now. So `open_rate` = opened / sent and `click_rate` = clicked / sent never exceed 1.\n- `by_day` counts a delivery on the IST day it was sent, and an open or a click on the IST day it happened, whenever the delivery was sent. A day's row is the same in every range.\n- Only deliveries that left count, and of each only the first open and the first click.\n\nSo the days' opens need not add up to `kpis.opened`; the days' `sent` do add up to `kpis.sent`.",
    "parameters": [
      {
        "name": "range",
        "in": "query",
        "type": "string",
        "values": [
          "7d",
          "30d",
          "90d",
          "all"
        ],
        "default": "30d",
        "help": "Days to count, in IST, today included: `7d` is today and the six days before, and so on; `all` begins with the account's first fact."
      },
      {
        "name": "scope",
        "in": "query",
        "type": "string",
        "values": [
          "active",
          "all"
        ],
        "default": "active",
        "help": "Whether archived magnets count. `active` leaves them out of every part of the answer."
      }
    ]
  },
  {
    "id": "listMagnets",
    "command": "magnets list",
    "method": "GET",
    "path": "/v1/magnets",
    "scope": "magnets:read",
    "isList": true,
    "summary": "List magnets",
    "description": "Lead magnets, newest first, with their live performance.\n\n`performance` covers the magnet's whole life. Only deliveries that left count: `open_rate` = opened / sent, `click_rate` = clicked / sent, `bounce_rate` = bounced / sent, each null when nothing was sent. `leads` counts subscribers, each once; `requests` counts every time one asked.",
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "type": "integer",
        "default": 50,
        "minimum": 1,
        "maximum": 200,
        "help": "How many rows to return at most. Anything but a whole number from 1 to 200 is refused, not clamped."
      },
      {
        "name": "offset",
        "in": "query",
        "type": "integer",
        "default": 0,
        "minimum": 0,
        "maximum": 2147483647,
        "help": "Rows to skip. Pass the page's `next_offset` to get the next page. Past the end the page is empty."
      },
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "values": [
          "all",
          "draft",
          "private",
          "public",
          "archived"
        ],
        "default": "all",
        "help": "Only magnets of this status. `all` lists every one, archived ones included."
      }
    ]
  },
  {
    "id": "getMagnet",
    "command": "magnets get",
    "method": "GET",
    "path": "/v1/magnets/{id}",
    "scope": "magnets:read",
    "isList": false,
    "summary": "Get a magnet",
    "description": "One lead magnet: how it is set up and how it performs.\n\n`performance` covers the magnet's whole life. Only deliveries that left count: `open_rate` = opened / sent, `click_rate` = clicked / sent, `bounce_rate` = bounced / sent, each null when nothing was sent. `leads` counts subscribers, each once; `requests` counts every time one asked.",
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the magnet, `mag_` and 26 characters."
      }
    ]
  },
  {
    "id": "updateMagnet",
    "command": "magnets update",
    "method": "PATCH",
    "path": "/v1/magnets/{id}",
    "scope": "magnets:write",
    "isList": false,
    "summary": "Change a magnet's status",
    "description": "Sets the status, the one field of a magnet that can be written in v1. Any status may follow any other. Only `public` is gated: it requires a successful test send, made in the application; without one the magnet stays as it was and the answer is 400 `test_send_required`.\n\nSetting the status that the magnet already has changes nothing and succeeds. The answer is the magnet as it stands afterwards, with the figures that `getMagnet` gives.",
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the magnet, `mag_` and 26 characters."
      },
      {
        "name": "status",
        "in": "body",
        "type": "string",
        "required": true,
        "values": [
          "draft",
          "private",
          "public",
          "archived"
        ],
        "help": "The status to set. public requires a successful test send."
      }
    ]
  },
  {
    "id": "listSubscribers",
    "command": "subscribers list",
    "method": "GET",
    "path": "/v1/subscribers",
    "scope": "subscribers:read",
    "isList": true,
    "summary": "List subscribers",
    "description": "The audience. All filters apply together; `total_matching` is the size of the whole filtered set, of which `data` is a page.\n\n`lead_score` runs from 0 to 100 and is the score the application shows; `temperature` is its band: hot from 75, warm from 50, cool from 25, cold below. `engagement` counts what passed between this account and the subscriber, over all time; emails count once they left, and of each only the first open and the first click.\n\nWhen you ask for the `next_offset` of a page that you read in the last 15 minutes, with the same filters and order, the list goes on right after that page's last row: nobody who stays in the list is skipped or returned twice, however many others come and go.",
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "type": "integer",
        "default": 50,
        "minimum": 1,
        "maximum": 200,
        "help": "How many rows to return at most. Anything but a whole number from 1 to 200 is refused, not clamped."
      },
      {
        "name": "offset",
        "in": "query",
        "type": "integer",
        "default": 0,
        "minimum": 0,
        "maximum": 2147483647,
        "help": "Rows to skip. Pass the page's `next_offset` to get the next page. Past the end the page is empty."
      },
      {
        "name": "temperature",
        "in": "query",
        "type": "string",
        "values": [
          "hot",
          "warm",
          "cool",
          "cold"
        ],
        "help": "Only leads in this band of the lead score."
      },
      {
        "name": "min_score",
        "in": "query",
        "type": "integer",
        "default": 0,
        "minimum": 0,
        "maximum": 100,
        "help": "Only leads that score at least this."
      },
      {
        "name": "tag",
        "in": "query",
        "type": "string",
        "help": "Only leads carrying this tag, compared exactly after trimming; white space alone is refused."
      },
      {
        "name": "magnet_id",
        "in": "query",
        "type": "string",
        "help": "Only leads who requested this magnet. An id that is unknown, malformed or of another account gives an empty page."
      },
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "values": [
          "all",
          "active",
          "unsubscribed"
        ],
        "default": "all",
        "help": "Only leads in this subscription state."
      },
      {
        "name": "search",
        "in": "query",
        "type": "string",
        "help": "Only leads whose email, first name or last name holds each of these words, which white space separates. Case does not matter, nor whether an accent is part of its letter or typed after it; `ß` is `ss`, and `ς` is `σ`. Every other character, `%` and `_` included, stands for itself. At most 10 different words, of which one that is part of another does not count; white space alone is refused."
      },
      {
        "name": "created_after",
        "in": "query",
        "type": "string",
        "help": "Only leads first seen at this moment or later. An ISO 8601 date and time with `Z` or an offset, or a date alone, which is the beginning of that day in IST."
      },
      {
        "name": "created_before",
        "in": "query",
        "type": "string",
        "help": "Only leads first seen at this moment or earlier. An ISO 8601 date and time with `Z` or an offset, or a date alone, which is the end of that day in IST."
      },
      {
        "name": "order",
        "in": "query",
        "type": "string",
        "values": [
          "score",
          "recent",
          "activity"
        ],
        "default": "score",
        "help": "`score`: highest lead score first. `recent`: latest first seen first. `activity`: latest activity first. Ties are in order of id."
      }
    ]
  },
  {
    "id": "getSubscriber",
    "command": "subscribers get",
    "method": "GET",
    "path": "/v1/subscribers/{id}",
    "scope": "subscribers:read",
    "isList": false,
    "summary": "Get a subscriber",
    "description": "One subscriber with the magnets they requested, each with its deliveries, and the campaigns they are enrolled in. The id of an enrollment opens the conversation under `/v1/unibox`.\n\n`lead_score`, `temperature` and `engagement` are defined as in the list.",
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the subscriber, `sub_` and 26 characters."
      }
    ]
  },
  {
    "id": "updateSubscriber",
    "command": "subscribers update",
    "method": "PATCH",
    "path": "/v1/subscribers/{id}",
    "scope": "subscribers:write",
    "isList": false,
    "summary": "Edit a subscriber's tags and names",
    "description": "Sets any of tags, first name and last name; a field that is absent stays as it is, and `{}` changes nothing.\n\n- `tags` replaces the whole set. Each tag is trimmed, empty ones are dropped and duplicates merged; what is left may be at most 50 tags of at most 60 characters each.\n- A name is trimmed and may be at most 100 characters long. `\"\"` clears it, so that it is answered as null.\n\nCharacters are Unicode code points. Line breaks and other control characters within a tag or a name are refused, as are unpaired surrogates.",
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the subscriber, `sub_` and 26 characters."
      },
      {
        "name": "tags",
        "in": "body",
        "type": "array",
        "help": "Replaces all tags. Trimmed, empty ones dropped and duplicates merged, at most 50 may be left, each of at most 60 characters."
      },
      {
        "name": "first_name",
        "in": "body",
        "type": "string",
        "help": "First name, at most 100 characters after trimming. Empty clears it."
      },
      {
        "name": "last_name",
        "in": "body",
        "type": "string",
        "help": "Last name, at most 100 characters after trimming. Empty clears it."
      }
    ]
  },
  {
    "id": "unsubscribeSubscriber",
    "command": "subscribers unsubscribe",
    "method": "POST",
    "path": "/v1/subscribers/{id}/unsubscribe",
    "scope": "subscribers:write",
    "isList": false,
    "irreversible": "Only the subscriber can opt back in.",
    "summary": "Unsubscribe a subscriber",
    "description": "Opts the subscriber out: they receive nothing further from this account. Whatever is queued for them is cancelled and their running enrollments are stopped, in the same transaction.\n\nThe call may be repeated. On a subscriber who is unsubscribed already it succeeds with `changed: false` and keeps the first `unsubscribed_at`. There is no way back through the API: opting in again is the subscriber's own act. The operation takes no body.",
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the subscriber, `sub_` and 26 characters."
      }
    ]
  },
  {
    "id": "listCampaigns",
    "command": "campaigns list",
    "method": "GET",
    "path": "/v1/campaigns",
    "scope": "campaigns:read",
    "isList": true,
    "summary": "List campaigns",
    "description": "Campaigns, newest first, with their settings, their pause if there is one, and their leads counted by state. `leads.total` is the sum of the four states.",
    "parameters": [
      {
        "name": "limit",
        "in": "query",
        "type": "integer",
        "default": 50,
        "minimum": 1,
        "maximum": 200,
        "help": "How many rows to return at most. Anything but a whole number from 1 to 200 is refused, not clamped."
      },
      {
        "name": "offset",
        "in": "query",
        "type": "integer",
        "default": 0,
        "minimum": 0,
        "maximum": 2147483647,
        "help": "Rows to skip. Pass the page's `next_offset` to get the next page. Past the end the page is empty."
      },
      {
        "name": "status",
        "in": "query",
        "type": "string",
        "values": [
          "all",
          "draft",
          "active",
          "paused",
          "stalled",
          "bounced",
          "completed",
          "scheduled"
        ],
        "default": "all",
        "help": "Only campaigns of this status. A running campaign is `active`; one that the system paused is `bounced` or `stalled`."
      }
    ]
  },
  {
    "id": "getCampaignMetrics",
    "command": "campaigns metrics",
    "method": "GET",
    "path": "/v1/campaigns/{id}/metrics",
    "scope": "campaigns:read",
    "isList": false,
    "summary": "Get the metrics of a campaign",
    "description": "All figures of one campaign, over its whole life.\n\n- `replies` counts enrollments, each once: one with reply text, a conversion, or a classified intent. The placeholders `no_reply` and `replied` never make a reply. `reply_rate` = replies / enrollments.\n- `conversions` counts enrollments that converted; `conversion_rate` = conversions / enrollments.\n- A send counts when its status is `sent`; there is no `delivered` for a campaign. `open_rate` = opened / sent, `click_rate` = clicked / sent, `bounce_rate` = bounced / (sent + bounced).\n- `by_day` has a row for every IST day from the campaign's first fact to today. A send counts on the day it left; an open, click, bounce, reply or conversion on the day it happened.\n- A reply is credited to the step and variant of the last send before it; their `reply_rate` = replied / (sent + bounced). A reply that no send precedes is credited to none.\n\nEvery rate is null when its denominator is 0.",
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the campaign, `cmp_` and 26 characters."
      }
    ]
  },
  {
    "id": "pauseCampaign",
    "command": "campaigns pause",
    "method": "POST",
    "path": "/v1/campaigns/{id}/pause",
    "scope": "campaigns:write",
    "isList": false,
    "summary": "Pause a campaign",
    "description": "Pauses a running campaign: `active` becomes `paused`, and nothing more is sent until it is resumed.\n\nThe call may be repeated: on a campaign that is paused already (`paused`, or `bounced` or `stalled` by the system) it succeeds and changes nothing, the reason of the first pause included. On one that is not running (`draft`, `scheduled`, `completed`) the answer is 409 `invalid_state`.\n\nThe body is optional, and so is the reason in it.",
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the campaign, `cmp_` and 26 characters."
      },
      {
        "name": "reason",
        "in": "body",
        "type": "string",
        "help": "Why it is paused, at most 500 characters after trimming. Shown with the campaign's pause; empty is none."
      }
    ]
  },
  {
    "id": "resumeCampaign",
    "command": "campaigns resume",
    "method": "POST",
    "path": "/v1/campaigns/{id}/resume",
    "scope": "campaigns:write",
    "isList": false,
    "summary": "Resume a campaign",
    "description": "Resumes a paused campaign: `paused` becomes `active`, and sending goes on.\n\nOn a campaign that is `active` already the call succeeds and changes nothing. One that the system paused (`bounced`, `stalled`) cannot be resumed here: the answer is 409 `system_paused`, and the cause has to be fixed in the application. On any other the answer is 409 `invalid_state`. The operation takes no body (an empty object is accepted).",
    "parameters": [
      {
        "name": "id",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the campaign, `cmp_` and 26 characters."
      }
    ]
  },
  {
    "id": "getUnibox",
    "command": "unibox",
    "method": "GET",
    "path": "/v1/unibox",
    "scope": "unibox:read",
    "isList": false,
    "summary": "Get the inbox summary",
    "description": "The reply inbox, rolled up over the account's whole life, with the conversations that have the latest messages.\n\n- `inbox_messages` counts every email pulled from the connected inboxes; `campaign_reply_messages` only those matched to a campaign.\n- `replies` counts enrollments, each once: one with reply text, a conversion, or a classified intent. So it differs from the counts of messages.\n- `by_intent` splits the replies by the seven classified intents. Those without one are in `awaiting_classification`; together they are `replies`.\n- `by_campaign` splits the same figures by campaign.\n\nTo find further conversations, take `enrollments` of a subscriber.",
    "parameters": []
  },
  {
    "id": "getConversation",
    "command": "unibox get",
    "method": "GET",
    "path": "/v1/unibox/{enrollmentId}",
    "scope": "unibox:read",
    "isList": false,
    "summary": "Get a conversation",
    "description": "One lead in one campaign, with every email of the sequence and every email received from the lead.\n\n`replied_at` is the moment the enrollment first counted as a reply: reply text, a conversion, or a classified intent.",
    "parameters": [
      {
        "name": "enrollmentId",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the enrollment, `enr_` and 26 characters."
      }
    ]
  },
  {
    "id": "updateConversation",
    "command": "unibox update",
    "method": "PATCH",
    "path": "/v1/unibox/{enrollmentId}",
    "scope": "unibox:write",
    "isList": false,
    "summary": "Set the reply intent",
    "description": "Classifies the conversation. Any of the nine intents may follow any other, and the split by intent follows at once, in the inbox summary and in the campaign's metrics.\n\nIt only classifies: `unsubscribed` opts nobody out; for that, unsubscribe the subscriber. `no_reply` and `replied` are placeholders and take a classification back.",
    "parameters": [
      {
        "name": "enrollmentId",
        "in": "path",
        "type": "string",
        "required": true,
        "help": "Identifier of the enrollment, `enr_` and 26 characters."
      },
      {
        "name": "reply_intent",
        "in": "body",
        "type": "string",
        "required": true,
        "values": [
          "no_reply",
          "interested",
          "meeting_booked",
          "meeting_completed",
          "won",
          "out_of_office",
          "not_interested",
          "unsubscribed",
          "replied"
        ],
        "help": "How the reply is classified."
      }
    ]
  }
];
