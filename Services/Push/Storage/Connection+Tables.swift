import Storage

extension Connection {
    // MARK: Publishing

    var notifications: NotificationTable { NotificationTable(connection: self) }
    var notificationPlans: NotificationPlanTable { NotificationPlanTable(connection: self) }
    var namedRecipients: NamedRecipientTable { NamedRecipientTable(connection: self) }
    var idempotencyKeys: IdempotencyTable { IdempotencyTable(connection: self) }
    var series: SeriesTable { SeriesTable(connection: self) }
    var probes: ProbeTable { ProbeTable(connection: self) }
    var interactions: InteractionTable { InteractionTable(connection: self) }
    var webhooks: WebhookTable { WebhookTable(connection: self) }
    var webhookEvents: WebhookEventTable { WebhookEventTable(connection: self) }
    var webhookDeliveries: WebhookDeliveryTable { WebhookDeliveryTable(connection: self) }

    // MARK: Audience

    var recipients: RecipientTable { RecipientTable(connection: self) }
    var tokens: TokenTable { TokenTable(connection: self) }
    var inquiries: InquiryTable { InquiryTable(connection: self) }

    // MARK: Queue

    var waitingRecipients: WaitingRecipientTable { WaitingRecipientTable(connection: self) }
    var inbox: InboxTable { InboxTable(connection: self) }
    var deliveries: DeliveryTable { DeliveryTable(connection: self) }
    var digests: DigestTable { DigestTable(connection: self) }
    var pushCounts: PushCountTable { PushCountTable(connection: self) }
    var takenQueues: TakenQueueTable { TakenQueueTable(connection: self) }
    var outages: OutageTable { OutageTable(connection: self) }
    var oldRows: OldRows { OldRows(connection: self) }
}
