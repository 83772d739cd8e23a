import Storage

enum PushSchema {
    /// The rows that are deleted with an account. All other data of a user refers to them.
    static let accountRows = AccountOwnedRows("recipient")

    /// Only ever appended to.
    static let migrations = [
        Migration("create push") { connection in
            for table in [
                createRecipients, createTokens, createAnnouncements, createTold, createDeliveries, createKeys,
                createEndedSessions,
            ] {
                try connection.execute(table)
            }
            try AccountOwnedRows.createErased(in: connection)
            try FeedCursorTable.create(in: connection)
        },
        Migration("keep publishers apart and find announcements by place") { connection in
            for change in [
                placeAnnouncements, createProbes, createInquiries, roundDistances, addLanguages, takeBackUnsent,
            ] {
                try connection.execute(change)
            }
        },
        Migration("count outages") { try $0.execute(countOutages) },
        Migration("find what begins together") { try $0.execute(indexBegins) },
        Migration("keep what may have left") { try $0.execute(keepWhatMayHaveLeft) },
        Migration("tell what came back from what may have left") { try $0.execute(keepWhatCameBack) },
        Migration("keep when positions were withdrawn") { try $0.execute(keepWithdrawals) },
        Migration("number withdrawals of positions") { try $0.execute(numberWithdrawals) },
        Migration("keep why an announcement for later was cancelled") { try $0.execute(keepBarred) },
        Migration("take back from inboxes what no push device was told") { try $0.execute(takeBackUntold) },
        Migration("name columns as the code does") { try $0.execute(renameColumns) },
        Migration("take back from inboxes without a trigger") { try $0.execute(dropTrigger) },
        Migration("find announcements that ended long ago") { try $0.execute(indexEnded) },
        Migration("let one of several processes work") { try $0.execute(DatabaseLease.table) },
        Migration("report what was erased") { try $0.execute(ErasureReportTable.table) },
        Migration("send notifications of any kind") { try $0.execute(sendNotifications) },
        Migration("keep tokens of live activities") { try $0.execute(addActivities) },
        Migration("keep whom notifications name") { try $0.execute(keepNamedRecipients) },
        Migration("keep by what notifications for later are judged") { try $0.execute(keepSchedules) },
        Migration("begin notifications by local times") { try $0.execute(beginByLocalTimes) },
        Migration("send notifications again and again") { try $0.execute(repeatNotifications) },
        Migration("count pushes by person and kind") { try $0.execute(countPushes) },
        Migration("count what people did with notifications") { try $0.execute(countInteractions) },
        Migration("post events to publishers") { try $0.execute(keepWebhooks) },
        Migration("find the pages of notifications") { try $0.execute(indexPages) },
        Migration("keep which API keys were revoked") { try $0.execute(keepRevokedKeys) },
        Migration("gather what quiet hours held back") { try $0.execute(gatherHeld) },
        Migration("list notifications by their state") { try $0.execute(indexLists) },
        Migration("count push devices by their language") { try $0.execute(indexLanguages) },
        Migration("count what was sent after quiet hours") { try $0.execute(countSentLater) },
        Migration("note acts of operators") { try $0.execute(PerformedActTable.table) },
        Migration("keep all languages of push devices") { try $0.execute(keepLanguages) },
        Migration("keep until when providers want to be left alone") { try $0.execute(keepOutages) },
        Migration("keep whether quiet hours let interruptions through") { try $0.execute(keepInterruptions) },
    ]
}
