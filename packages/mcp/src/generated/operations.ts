// Generated from openapi/ by `pnpm generate`. Do not edit.

import type { Operation } from '../operation.ts';

export const OPERATIONS: readonly Operation[] = [
  {
    "id": "getMe",
    "tool": "get_me",
    "method": "GET",
    "path": "/v1/me",
    "scope": "account:read",
    "isList": false,
    "summary": "Get the account and the key in use.",
    "inputs": [],
    "output": {
      "account": {
        "type": "object"
      },
      "totals": {
        "type": "object"
      },
      "api_key": {
        "type": [
          "object",
          "null"
        ]
      }
    },
    "strangers": []
  },
  {
    "id": "getUsage",
    "tool": "get_usage",
    "method": "GET",
    "path": "/v1/usage",
    "scope": "account:read",
    "isList": false,
    "summary": "Get AI spend and tokens.",
    "inputs": [
      {
        "name": "range",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "enum": [
            "7d",
            "1m",
            "3m",
            "all"
          ],
          "default": "1m",
          "description": "Days to count, in IST, today included"
        }
      }
    ],
    "output": {
      "range": {
        "type": "string"
      },
      "from": {
        "type": "string"
      },
      "to": {
        "type": "string"
      },
      "totals": {
        "type": "object"
      },
      "by_model": {
        "type": "array"
      },
      "by_endpoint": {
        "type": "array"
      },
      "by_day": {
        "type": "array"
      }
    },
    "strangers": []
  },
  {
    "id": "listActivity",
    "tool": "list_activity",
    "method": "GET",
    "path": "/v1/activity",
    "scope": "account:read",
    "isList": true,
    "summary": "List job runs.",
    "inputs": [
      {
        "name": "limit",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "default": 50,
          "minimum": 1,
          "maximum": 200,
          "description": "How many rows to return at most"
        }
      },
      {
        "name": "offset",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "minimum": 0,
          "description": "Rows to skip"
        }
      },
      {
        "name": "job",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "description": "Only runs of the job of this name, which must match exactly"
        }
      }
    ],
    "output": {
      "data": {
        "type": "array"
      },
      "has_more": {
        "type": "boolean"
      },
      "next_offset": {
        "type": [
          "integer",
          "null"
        ]
      }
    },
    "strangers": [
      "data.failures.item",
      "data.failures.reason"
    ]
  },
  {
    "id": "listEmailAccounts",
    "tool": "list_email_accounts",
    "method": "GET",
    "path": "/v1/email-accounts",
    "scope": "account:read",
    "isList": true,
    "summary": "List sending inboxes.",
    "inputs": [],
    "output": {
      "data": {
        "type": "array"
      },
      "has_more": {
        "type": "boolean"
      },
      "next_offset": {
        "type": [
          "integer",
          "null"
        ]
      },
      "summary": {
        "type": "object"
      }
    },
    "strangers": []
  },
  {
    "id": "getDashboard",
    "tool": "get_dashboard",
    "method": "GET",
    "path": "/v1/dashboard",
    "scope": "analytics:read",
    "isList": false,
    "summary": "Get the dashboard.",
    "inputs": [
      {
        "name": "range",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "enum": [
            "7d",
            "30d",
            "90d",
            "all"
          ],
          "default": "30d",
          "description": "Days to count, in IST, today included"
        }
      },
      {
        "name": "scope",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "enum": [
            "active",
            "all"
          ],
          "default": "active",
          "description": "Whether archived magnets count"
        }
      }
    ],
    "output": {
      "range": {
        "type": "string"
      },
      "scope": {
        "type": "string"
      },
      "from": {
        "type": "string"
      },
      "to": {
        "type": "string"
      },
      "kpis": {
        "type": "object"
      },
      "funnel": {
        "type": "array"
      },
      "by_day": {
        "type": "array"
      },
      "top_magnets": {
        "type": "array"
      }
    },
    "strangers": []
  },
  {
    "id": "listMagnets",
    "tool": "list_magnets",
    "method": "GET",
    "path": "/v1/magnets",
    "scope": "magnets:read",
    "isList": true,
    "summary": "List magnets.",
    "inputs": [
      {
        "name": "limit",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "default": 50,
          "minimum": 1,
          "maximum": 200,
          "description": "How many rows to return at most"
        }
      },
      {
        "name": "offset",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "minimum": 0,
          "description": "Rows to skip"
        }
      },
      {
        "name": "status",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "enum": [
            "all",
            "draft",
            "private",
            "public",
            "archived"
          ],
          "default": "all",
          "description": "Only magnets of this status"
        }
      }
    ],
    "output": {
      "data": {
        "type": "array"
      },
      "has_more": {
        "type": "boolean"
      },
      "next_offset": {
        "type": [
          "integer",
          "null"
        ]
      }
    },
    "strangers": [
      "data.test_send.error"
    ]
  },
  {
    "id": "getMagnet",
    "tool": "get_magnet",
    "method": "GET",
    "path": "/v1/magnets/{id}",
    "scope": "magnets:read",
    "isList": false,
    "summary": "Get a magnet.",
    "inputs": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the magnet, `mag_` and 26 characters"
        }
      }
    ],
    "output": {
      "id": {
        "type": "string"
      },
      "title": {
        "type": "string"
      },
      "slug": {
        "type": "string"
      },
      "description": {
        "type": [
          "string",
          "null"
        ]
      },
      "kind": {
        "type": "string"
      },
      "delivery_subject": {
        "type": "string"
      },
      "status": {
        "type": "string"
      },
      "test_send": {
        "type": [
          "object",
          "null"
        ]
      },
      "can_publish": {
        "type": "boolean"
      },
      "performance": {
        "type": "object"
      },
      "created_at": {
        "type": "string"
      },
      "updated_at": {
        "type": "string"
      },
      "published_at": {
        "type": [
          "string",
          "null"
        ]
      }
    },
    "strangers": [
      "test_send.error"
    ]
  },
  {
    "id": "updateMagnet",
    "tool": "update_magnet",
    "method": "PATCH",
    "path": "/v1/magnets/{id}",
    "scope": "magnets:write",
    "isList": false,
    "summary": "Change a magnet's status.",
    "inputs": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the magnet, `mag_` and 26 characters"
        }
      },
      {
        "name": "status",
        "in": "body",
        "required": true,
        "schema": {
          "type": "string",
          "enum": [
            "draft",
            "private",
            "public",
            "archived"
          ],
          "description": "The status to set"
        }
      }
    ],
    "output": {
      "id": {
        "type": "string"
      },
      "title": {
        "type": "string"
      },
      "slug": {
        "type": "string"
      },
      "description": {
        "type": [
          "string",
          "null"
        ]
      },
      "kind": {
        "type": "string"
      },
      "delivery_subject": {
        "type": "string"
      },
      "status": {
        "type": "string"
      },
      "test_send": {
        "type": [
          "object",
          "null"
        ]
      },
      "can_publish": {
        "type": "boolean"
      },
      "performance": {
        "type": "object"
      },
      "created_at": {
        "type": "string"
      },
      "updated_at": {
        "type": "string"
      },
      "published_at": {
        "type": [
          "string",
          "null"
        ]
      }
    },
    "strangers": [
      "test_send.error"
    ]
  },
  {
    "id": "listSubscribers",
    "tool": "list_subscribers",
    "method": "GET",
    "path": "/v1/subscribers",
    "scope": "subscribers:read",
    "isList": true,
    "summary": "List subscribers.",
    "inputs": [
      {
        "name": "limit",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "default": 50,
          "minimum": 1,
          "maximum": 200,
          "description": "How many rows to return at most"
        }
      },
      {
        "name": "offset",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "minimum": 0,
          "description": "Rows to skip"
        }
      },
      {
        "name": "temperature",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "enum": [
            "hot",
            "warm",
            "cool",
            "cold"
          ],
          "description": "Only leads in this band of the lead score"
        }
      },
      {
        "name": "min_score",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "minimum": 0,
          "maximum": 100,
          "description": "Only leads that score at least this"
        }
      },
      {
        "name": "tag",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "description": "Only leads carrying this tag, compared exactly after trimming"
        }
      },
      {
        "name": "magnet_id",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "description": "Only leads who requested this magnet"
        }
      },
      {
        "name": "status",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "enum": [
            "all",
            "active",
            "unsubscribed"
          ],
          "default": "all",
          "description": "Only leads in this subscription state"
        }
      },
      {
        "name": "search",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "description": "Only leads whose email, first name or last name holds each of these words, which white space separates"
        }
      },
      {
        "name": "created_after",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "description": "Only leads first seen at this moment or later"
        }
      },
      {
        "name": "created_before",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "description": "Only leads first seen at this moment or earlier"
        }
      },
      {
        "name": "order",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "enum": [
            "score",
            "recent",
            "activity"
          ],
          "default": "score"
        }
      }
    ],
    "output": {
      "data": {
        "type": "array"
      },
      "has_more": {
        "type": "boolean"
      },
      "next_offset": {
        "type": [
          "integer",
          "null"
        ]
      },
      "total_matching": {
        "type": "integer"
      }
    },
    "strangers": [
      "data.first_name",
      "data.last_name"
    ]
  },
  {
    "id": "getSubscriber",
    "tool": "get_subscriber",
    "method": "GET",
    "path": "/v1/subscribers/{id}",
    "scope": "subscribers:read",
    "isList": false,
    "summary": "Get a subscriber.",
    "inputs": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the subscriber, `sub_` and 26 characters"
        }
      }
    ],
    "output": {
      "id": {
        "type": "string"
      },
      "email": {
        "type": "string"
      },
      "first_name": {
        "type": [
          "string",
          "null"
        ]
      },
      "last_name": {
        "type": [
          "string",
          "null"
        ]
      },
      "status": {
        "type": "string"
      },
      "tags": {
        "type": "array"
      },
      "lead_score": {
        "type": "integer"
      },
      "temperature": {
        "type": "string"
      },
      "engagement": {
        "type": "object"
      },
      "first_seen_at": {
        "type": "string"
      },
      "last_activity_at": {
        "type": "string"
      },
      "unsubscribed_at": {
        "type": [
          "string",
          "null"
        ]
      },
      "requests": {
        "type": "array"
      },
      "enrollments": {
        "type": "array"
      }
    },
    "strangers": [
      "first_name",
      "last_name"
    ]
  },
  {
    "id": "updateSubscriber",
    "tool": "update_subscriber",
    "method": "PATCH",
    "path": "/v1/subscribers/{id}",
    "scope": "subscribers:write",
    "isList": false,
    "summary": "Edit a subscriber's tags and names.",
    "inputs": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the subscriber, `sub_` and 26 characters"
        }
      },
      {
        "name": "tags",
        "in": "body",
        "required": false,
        "schema": {
          "type": "array",
          "items": {
            "type": "string"
          },
          "description": "Replaces all tags"
        }
      },
      {
        "name": "first_name",
        "in": "body",
        "required": false,
        "schema": {
          "type": "string",
          "description": "First name, at most 100 characters after trimming"
        }
      },
      {
        "name": "last_name",
        "in": "body",
        "required": false,
        "schema": {
          "type": "string",
          "description": "Last name, at most 100 characters after trimming"
        }
      }
    ],
    "output": {
      "id": {
        "type": "string"
      },
      "email": {
        "type": "string"
      },
      "first_name": {
        "type": [
          "string",
          "null"
        ]
      },
      "last_name": {
        "type": [
          "string",
          "null"
        ]
      },
      "status": {
        "type": "string"
      },
      "tags": {
        "type": "array"
      },
      "lead_score": {
        "type": "integer"
      },
      "temperature": {
        "type": "string"
      },
      "engagement": {
        "type": "object"
      },
      "first_seen_at": {
        "type": "string"
      },
      "last_activity_at": {
        "type": "string"
      },
      "unsubscribed_at": {
        "type": [
          "string",
          "null"
        ]
      },
      "requests": {
        "type": "array"
      },
      "enrollments": {
        "type": "array"
      }
    },
    "strangers": [
      "first_name",
      "last_name"
    ]
  },
  {
    "id": "unsubscribeSubscriber",
    "tool": "unsubscribe_subscriber",
    "method": "POST",
    "path": "/v1/subscribers/{id}/unsubscribe",
    "scope": "subscribers:write",
    "isList": false,
    "irreversible": "Only the subscriber can opt back in.",
    "summary": "Unsubscribe a subscriber.",
    "inputs": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the subscriber, `sub_` and 26 characters"
        }
      }
    ],
    "output": {
      "changed": {
        "type": "boolean"
      },
      "cancelled_sends": {
        "type": "integer"
      },
      "stopped_enrollments": {
        "type": "integer"
      },
      "subscriber": {
        "type": "object"
      }
    },
    "strangers": [
      "subscriber.first_name",
      "subscriber.last_name"
    ]
  },
  {
    "id": "listCampaigns",
    "tool": "list_campaigns",
    "method": "GET",
    "path": "/v1/campaigns",
    "scope": "campaigns:read",
    "isList": true,
    "summary": "List campaigns.",
    "inputs": [
      {
        "name": "limit",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "default": 50,
          "minimum": 1,
          "maximum": 200,
          "description": "How many rows to return at most"
        }
      },
      {
        "name": "offset",
        "in": "query",
        "required": false,
        "schema": {
          "type": "integer",
          "minimum": 0,
          "description": "Rows to skip"
        }
      },
      {
        "name": "status",
        "in": "query",
        "required": false,
        "schema": {
          "type": "string",
          "enum": [
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
          "description": "Only campaigns of this status"
        }
      }
    ],
    "output": {
      "data": {
        "type": "array"
      },
      "has_more": {
        "type": "boolean"
      },
      "next_offset": {
        "type": [
          "integer",
          "null"
        ]
      }
    },
    "strangers": []
  },
  {
    "id": "getCampaignMetrics",
    "tool": "get_campaign_metrics",
    "method": "GET",
    "path": "/v1/campaigns/{id}/metrics",
    "scope": "campaigns:read",
    "isList": false,
    "summary": "Get the metrics of a campaign.",
    "inputs": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the campaign, `cmp_` and 26 characters"
        }
      }
    ],
    "output": {
      "campaign": {
        "type": "object"
      },
      "enrollments": {
        "type": "integer"
      },
      "replies": {
        "type": "integer"
      },
      "reply_rate": {
        "type": [
          "number",
          "null"
        ]
      },
      "conversions": {
        "type": "integer"
      },
      "conversion_rate": {
        "type": [
          "number",
          "null"
        ]
      },
      "sends": {
        "type": "object"
      },
      "funnel": {
        "type": "array"
      },
      "replies_by_intent": {
        "type": "array"
      },
      "awaiting_classification": {
        "type": "integer"
      },
      "by_day": {
        "type": "array"
      },
      "steps": {
        "type": "array"
      }
    },
    "strangers": []
  },
  {
    "id": "pauseCampaign",
    "tool": "pause_campaign",
    "method": "POST",
    "path": "/v1/campaigns/{id}/pause",
    "scope": "campaigns:write",
    "isList": false,
    "summary": "Pause a campaign.",
    "inputs": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the campaign, `cmp_` and 26 characters"
        }
      },
      {
        "name": "reason",
        "in": "body",
        "required": false,
        "schema": {
          "type": "string",
          "description": "Why it is paused, at most 500 characters after trimming"
        }
      }
    ],
    "output": {
      "id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "status": {
        "type": "string"
      },
      "pause": {
        "type": [
          "object",
          "null"
        ]
      },
      "settings": {
        "type": "object"
      },
      "leads": {
        "type": "object"
      },
      "created_at": {
        "type": "string"
      },
      "scheduled_for": {
        "type": [
          "string",
          "null"
        ]
      },
      "started_at": {
        "type": [
          "string",
          "null"
        ]
      },
      "completed_at": {
        "type": [
          "string",
          "null"
        ]
      }
    },
    "strangers": []
  },
  {
    "id": "resumeCampaign",
    "tool": "resume_campaign",
    "method": "POST",
    "path": "/v1/campaigns/{id}/resume",
    "scope": "campaigns:write",
    "isList": false,
    "summary": "Resume a campaign.",
    "inputs": [
      {
        "name": "id",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the campaign, `cmp_` and 26 characters"
        }
      }
    ],
    "output": {
      "id": {
        "type": "string"
      },
      "name": {
        "type": "string"
      },
      "status": {
        "type": "string"
      },
      "pause": {
        "type": [
          "object",
          "null"
        ]
      },
      "settings": {
        "type": "object"
      },
      "leads": {
        "type": "object"
      },
      "created_at": {
        "type": "string"
      },
      "scheduled_for": {
        "type": [
          "string",
          "null"
        ]
      },
      "started_at": {
        "type": [
          "string",
          "null"
        ]
      },
      "completed_at": {
        "type": [
          "string",
          "null"
        ]
      }
    },
    "strangers": []
  },
  {
    "id": "getUnibox",
    "tool": "get_unibox",
    "method": "GET",
    "path": "/v1/unibox",
    "scope": "unibox:read",
    "isList": false,
    "summary": "Get the inbox summary.",
    "inputs": [],
    "output": {
      "inbox_messages": {
        "type": "integer"
      },
      "campaign_reply_messages": {
        "type": "integer"
      },
      "replies": {
        "type": "integer"
      },
      "awaiting_classification": {
        "type": "integer"
      },
      "by_intent": {
        "type": "array"
      },
      "by_campaign": {
        "type": "array"
      },
      "latest": {
        "type": "array"
      }
    },
    "strangers": [
      "latest.lead.first_name",
      "latest.lead.last_name",
      "latest.preview"
    ]
  },
  {
    "id": "getConversation",
    "tool": "get_conversation",
    "method": "GET",
    "path": "/v1/unibox/{enrollmentId}",
    "scope": "unibox:read",
    "isList": false,
    "summary": "Get a conversation.",
    "inputs": [
      {
        "name": "enrollmentId",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the enrollment, `enr_` and 26 characters"
        }
      }
    ],
    "output": {
      "id": {
        "type": "string"
      },
      "campaign": {
        "type": "object"
      },
      "lead": {
        "type": "object"
      },
      "status": {
        "type": "string"
      },
      "stop_reason": {
        "type": [
          "string",
          "null"
        ]
      },
      "reply_intent": {
        "type": "string"
      },
      "enrolled_at": {
        "type": "string"
      },
      "replied_at": {
        "type": [
          "string",
          "null"
        ]
      },
      "converted_at": {
        "type": [
          "string",
          "null"
        ]
      },
      "sends": {
        "type": "array"
      },
      "replies": {
        "type": "array"
      },
      "answers": {
        "type": "array"
      }
    },
    "strangers": [
      "lead.first_name",
      "lead.last_name",
      "sends.subject",
      "sends.body",
      "sends.failure",
      "replies.from",
      "replies.subject",
      "replies.text",
      "answers.failure"
    ]
  },
  {
    "id": "updateConversation",
    "tool": "update_conversation",
    "method": "PATCH",
    "path": "/v1/unibox/{enrollmentId}",
    "scope": "unibox:write",
    "isList": false,
    "summary": "Set the reply intent.",
    "inputs": [
      {
        "name": "enrollmentId",
        "in": "path",
        "required": true,
        "schema": {
          "type": "string",
          "description": "Identifier of the enrollment, `enr_` and 26 characters"
        }
      },
      {
        "name": "reply_intent",
        "in": "body",
        "required": true,
        "schema": {
          "type": "string",
          "enum": [
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
          "description": "How the reply is classified"
        }
      }
    ],
    "output": {
      "id": {
        "type": "string"
      },
      "campaign": {
        "type": "object"
      },
      "lead": {
        "type": "object"
      },
      "status": {
        "type": "string"
      },
      "stop_reason": {
        "type": [
          "string",
          "null"
        ]
      },
      "reply_intent": {
        "type": "string"
      },
      "enrolled_at": {
        "type": "string"
      },
      "replied_at": {
        "type": [
          "string",
          "null"
        ]
      },
      "converted_at": {
        "type": [
          "string",
          "null"
        ]
      },
      "sends": {
        "type": "array"
      },
      "replies": {
        "type": "array"
      },
      "answers": {
        "type": "array"
      }
    },
    "strangers": [
      "lead.first_name",
      "lead.last_name",
      "sends.subject",
      "sends.body",
      "sends.failure",
      "replies.from",
      "replies.subject",
      "replies.text",
      "answers.failure"
    ]
  }
];
