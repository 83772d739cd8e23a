import CBOR
import Models

extension ListRows {
    /// Users whose number this divides have set preferences and claimed a device.
    private static let part = 5
    private static let told = 10
    /// When what is sent ends to count: no housekeeping touches it.
    private var end: Int64 { now + 30 * 86_400_000 }

    var push: [String] {
        get throws {
            let content = NotificationContent(
                texts: ["en", "fr", "de"].map {
                    NotificationText(language: $0, title: "Your order", body: "Order 4711 has left and arrives today.")
                }, data: #"{"order":"4711"}"#)
            let audience = AudienceExpression.topic("orders")
            let series = NotificationSeries(
                kind: "news", audience: audience, content: content, rule: "FREQ=WEEKLY",
                start: try named(LocalMoment("2030-01-01T18:00")), timeZone: "UTC")
            var statements = [recipients, tokens]
            let near = AudienceExpression.near(try named(Coordinate(latitude: 48.85, longitude: 2.35)))
            statements.append(sentAnnouncements(try blob(near), try blob(NotificationContent(sound: nil))))
            statements.append(sentNotifications(try blob(audience), try blob(content)))
            statements.append(allSeries(try blob(series)))
            return statements + inboxes
        }
    }

    private func blob(_ value: some Encodable) throws -> String {
        let digits = try CBOREncoder().encode(value).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        return "X'\(digits.joined())'"
    }

    private var recipients: String {
        """
        INSERT INTO recipient (number, account, account_number, new_offers, new_professionals, local_events, radius, \
        categories, topics) \(numbers(people)) SELECT i, printf('person%07d', i), i, \(choices), \
        CASE WHEN i % \(Self.part) = 0 THEN 'orders' END FROM n
        """
    }

    private var choices: String {
        ["1", "0", "1", "10", "''"].map { "CASE WHEN i % \(Self.part) = 0 THEN \($0) END" }.joined(separator: ", ")
    }

    private var tokens: String {
        """
        INSERT INTO token (number, id, recipient, session, provider, token, purpose, environment, is_environment_assumed, \
        platform, push_device, app_version, language, is_chosen, created_at, updated_at) \(numbers(people)) \
        SELECT i, printf('token%07d', i), i, printf('session%07d', i), 'apns', printf('%08x%056d', i, i), 'alert', \
        'production', 0, 'ios', printf('phone%07d', i), '1.2', CASE i % 3 WHEN 0 THEN 'en' WHEN 1 THEN 'fr' ELSE 'de' END, \
        1, \(now), \(now) FROM n
        """
    }

    private func sentAnnouncements(_ audience: String, _ content: String) -> String {
        """
        INSERT INTO notification (id, publisher, kind, audience, content, type, subject, is_subject_number, title, \
        latitude, longitude, created_at, begins_at, ends_at, delivery_key, state, accepted, sent, recipients) \
        \(numbers(Self.announcements)) SELECT printf('announcement%07d', i), printf('shop%d', i % 50), 'OFFER', \
        \(audience), \(content), 'OFFER', i, 1, 'Bread', 48.85, 2.35, \(now), \(now), \(end), zeroblob(16), 'done', \
        10, 10, 10 FROM n
        """
    }

    /// One is for later, each thousandth was taken back, all others are done.
    private func sentNotifications(_ audience: String, _ content: String) -> String {
        """
        INSERT INTO notification (id, publisher, kind, audience, content, title, starts_at, created_at, begins_at, \
        ends_at, delivery_key, state, accepted, sent, recipients) \
        \(numbers(notifications)) SELECT printf('notification%07d', i), printf('shop%d', i % 50), 'news', \(audience), \
        \(content), 'Your order', CASE i WHEN 1 THEN \(end) END, \(now), \
        CASE i WHEN 1 THEN \(end) ELSE \(now) END, \(end) + 86400000, zeroblob(16), \
        CASE WHEN i = 1 THEN 'scheduled' WHEN i % 1000 = 0 THEN 'cancelled' ELSE 'done' END, \(Self.told), \(Self.told), \
        \(Self.told) FROM n
        """
    }

    private func allSeries(_ series: String) -> String {
        """
        INSERT INTO notification_series (publisher, name, series, api_key, is_operator, is_of_named, changed_at, at, next_at) \
        \(numbers(Self.series)) SELECT printf('shop%d', i % 50), printf('weekly%d', i), \(series), 'key', 0, 0, \(now), \
        \(now), \(end) FROM n
        """
    }

    /// Each notification was sent to some people, the first of them to the person who is asked about as well.
    private var inboxes: [String] {
        let all = notifications * Self.told
        let (person, first) = ("1 + (i * 7919) % \(people)", Self.announcements + 1)
        return [
            """
            INSERT INTO inbox (recipient, notification, distance, radius, position_at, at) \(numbers(all)) \
            SELECT \(person), \(first) + (i - 1) / \(Self.told), 0, 0, 0, \(now) FROM n
            """,
            """
            INSERT INTO inbox (recipient, notification, distance, radius, position_at, at) \(numbers(Self.inbox)) \
            SELECT \(people / 2), \(first) + i, 0, 0, 0, \(now) FROM n
            """,
            """
            INSERT INTO delivery (notification, recipient, token, channel, state, attempts, at) \(numbers(all)) \
            SELECT \(first) + (i - 1) / \(Self.told), \(person), \(person), 0, 'sent', 1, \(now) FROM n
            """,
        ]
    }

    var preferences: [String] {
        [
            """
            INSERT INTO preference (account, account_number, new_offers, new_professionals, local_events, radius, categories, \
            topics) \(numbers(people)) SELECT printf('person%07d', i), i, \(choices), 'orders' FROM n \
            WHERE i % \(Self.part) = 0
            """
        ]
    }

    var location: [String] {
        [
            """
            INSERT INTO device (number, id) \(numbers(people)) SELECT i, printf('phone%07d', i) FROM n \
            WHERE i % \(Self.part) = 0
            """,
            """
            INSERT INTO claim (device, account, account_number, claimed_at) SELECT number, printf('person%07d', number), \
            number, \(now) FROM device
            """,
        ]
    }
}
