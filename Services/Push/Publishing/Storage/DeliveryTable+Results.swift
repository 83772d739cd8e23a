import Models
import Storage

extension DeliveryTable {
    struct ResultRow {
        var number: Int64
        var recipient: Int64
        var result: DeliveryResult
    }

    /// Returns the sent pushes by provider and language, without pushes that waited for the end of quiet hours.
    /// `numbers` is the range of the notification's deliveries.
    func sent(of notification: Int64, in numbers: ClosedRange<Int64>) throws(StorageError) -> [SentGroup] {
        try connection.all(
            """
            SELECT CASE WHEN delivery.channel = \(DeliveryChannel.fcm) THEN 1 ELSE 0 END AS is_fcm, token.language, \
            count(*) AS pushes, count(DISTINCT delivery.recipient) AS people \
            FROM delivery LEFT JOIN token ON token.number = delivery.token \
            WHERE delivery.number BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound) \
            AND delivery.notification = \(notification) AND delivery.state = 'sent' AND delivery.was_deferred = 0 \
            GROUP BY is_fcm, token.language
            """
        ) { row throws(StorageError) in
            let isFCM: Int = try row["is_fcm"]
            return try SentGroup(
                provider: isFCM == 1 ? .fcm : .apns, language: row["language"], sent: row["pushes"],
                people: row["people"])
        }
    }

    /// Returns why deliveries are not or not yet sent: at most 50 reasons, the most frequent first. `numbers` is the
    /// range of the notification's deliveries.
    func reasons(
        of notification: Int64, in numbers: ClosedRange<Int64>
    ) throws(StorageError) -> [DeliveryReasonCount] {
        try connection.all(
            """
            SELECT state, reason, count(*) AS pushes FROM delivery \
            WHERE number BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound) \
            AND notification = \(notification) AND state <> 'sent' AND reason IS NOT NULL \
            GROUP BY state, reason ORDER BY count(*) DESC, state, reason
            """, limit: 50
        ) { row throws(StorageError) in
            guard let state: DeliveryState = try row["state"] else { return nil }
            return try DeliveryReasonCount(state: state, reason: row["reason"], count: row["pushes"])
        }
    }

    func results(
        of notification: Int64, in numbers: ClosedRange<Int64>, limit: Int
    ) throws(StorageError) -> [ResultRow] {
        try connection.all(
            """
            SELECT delivery.number, delivery.recipient, recipient.account, \
            coalesce(token.id, former_token.id) AS token, delivery.channel, token.language, delivery.state, \
            delivery.reason, delivery.attempts, delivery.at \
            FROM delivery JOIN recipient ON recipient.number = delivery.recipient \
            LEFT JOIN token ON token.number = delivery.token \
            LEFT JOIN former_token ON former_token.number = delivery.token \
            WHERE delivery.number BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound) \
            AND delivery.notification = \(notification) ORDER BY delivery.number
            """, limit: limit
        ) { row throws(StorageError) in
            guard let account: AccountID = try row["account"], let channel: DeliveryChannel = try row["channel"],
                let state: DeliveryState = try row["state"]
            else { return nil }
            return try ResultRow(
                number: row["number"], recipient: row["recipient"],
                result: DeliveryResult(
                    account: account, token: row["token"], provider: channel.provider, language: row["language"],
                    state: state, reason: row["reason"], attempts: row["attempts"], at: row["at"]))
        }
    }
}
