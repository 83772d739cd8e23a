import Storage

extension Connection {
    var deliveries: DeliveryTable { DeliveryTable(connection: self) }
    var digests: DigestTable { DigestTable(connection: self) }
    var idempotencyKeys: IdempotencyTable { IdempotencyTable(connection: self) }
    var inbox: InboxTable { InboxTable(connection: self) }
    var inquiries: InquiryTable { InquiryTable(connection: self) }
    var interactions: InteractionTable { InteractionTable(connection: self) }
    var namedRecipients: NamedRecipientTable { NamedRecipientTable(connection: self) }
    var notificationPlans: NotificationPlanTable { NotificationPlanTable(connection: self) }
    var notifications: NotificationTable { NotificationTable(connection: self) }
    var oldRows: OldRows { OldRows(connection: self) }
    var outages: OutageTable { OutageTable(connection: self) }
    var probes: ProbeTable { ProbeTable(connection: self) }
    var pushCounts: PushCountTable { PushCountTable(connection: self) }
    var recipients: RecipientTable { RecipientTable(connection: self) }
    var series: SeriesTable { SeriesTable(connection: self) }
    var takenQueues: TakenQueueTable { TakenQueueTable(connection: self) }
    var tokens: TokenTable { TokenTable(connection: self) }
    var waitingRecipients: WaitingRecipientTable { WaitingRecipientTable(connection: self) }
    var webhookEvents: WebhookEventTable { WebhookEventTable(connection: self) }
    var webhooks: WebhookTable { WebhookTable(connection: self) }
}
