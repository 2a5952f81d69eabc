import type {
  DeliveryStatus,
  EnrollmentStatus,
  ReplyIntent,
  SendStatus,
  StopReason,
} from '@lodestone/core/db/schema.js';

/** A subscriber who is written down rather than drawn, for a case that must not be left to chance. */
export interface EdgeLead {
  /** 0 for the first account, 1 for the second. */
  account: 0 | 1;
  email: string;
  first_name?: string;
  last_name?: string;
  tags?: readonly string[];
  seen: Date;
  unsubscribed?: Date;
  deliveries?: readonly EdgeDelivery[];
  enrollments?: readonly EdgeEnrollment[];
}

interface EdgeDelivery {
  magnet: string;
  status: DeliveryStatus;
  requested: Date;
  sent?: Date;
  delivered?: Date;
  opened?: Date;
  clicked?: Date;
  bounced?: Date;
  failure?: string;
}

export interface EdgeEnrollment {
  campaign: string;
  enrolled: Date;
  status: EnrollmentStatus;
  stop_reason?: StopReason;
  intent?: ReplyIntent;
  classified?: Date;
  /** In the order of the steps. */
  sends?: readonly {
    status: SendStatus;
    queued: Date;
    sent?: Date;
    opened?: Date;
    clicked?: Date;
    bounced?: Date;
    failure?: string;
  }[];
  messages?: readonly { received: Date; subject: string | null; body: string }[];
  converted?: { at: Date; value_micros: number | null };
}
