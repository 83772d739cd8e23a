// The golden bytes of what all services exchange.

import Models

extension GoldenMessage {
    static let shared: [GoldenMessage] = [
        GoldenMessage(Done(), "a0"),
        GoldenMessage(
            ServiceError(.forbidden, "The device key is wrong."),
            "a2 00 69464f5242494444454e 01 781854686520646576696365206b65792069732077726f6e672e"),
        GoldenMessage(
            ServiceError(.rateLimited, "Too many wrong keys.", retryAfter: 60),
            "a3 00 6c524154455f4c494d49544544 01 74546f6f206d616e792077726f6e67206b6579732e 02 183c"),
        GoldenMessage(ClientInfo(), "a0"),
        GoldenMessage(
            client,
            """
            ac 00 782b4d65657368792d694f532f312e302e30202834322920694f532f31372e352e31206950686f6e6531362c31 01
            65312e302e30 02 623432 03 63696f73 04 6a6950686f6e6531362c31 05 6631372e352e31 06 6566722d4652 07
            6c4575726f70652f5061726973 08 624652 09 655061726973 0a 6ec38e6c652d64652d4672616e6365 0b
            693139322e302e322e31
            """),

        GoldenMessage(
            1, ReadFeed(feed: positions, epoch: nil, after: nil, limit: 500), "a2 00 69706f736974696f6e73 03 1901f4"),
        GoldenMessage(
            1, ReadFeed(feed: positions, epoch: epoch, after: 0, limit: 500),
            "a4 00 69706f736974696f6e73 01 1b0123456789abcdef 02 00 03 1901f4"),
        GoldenMessage(
            FeedPage(epoch: epoch, changes: [], highWater: 300, startsOver: false),
            "a4 00 1b0123456789abcdef 01 80 02 19012c 03 f4"),
        GoldenMessage(
            FeedPage(
                epoch: FeedEpoch(rawValue: .max), changes: [changed, erased], highWater: 300, startsOver: true),
            """
            a4 00 1bffffffffffffffff 01 82a30019012b016570686f6e650243a10001a20019012c01667461626c6574 02 19012c
            03 f5
            """),
        GoldenMessage(changed, "a3 00 19012b 01 6570686f6e65 02 43a10001"),
        GoldenMessage(erased, "a2 00 19012c 01 667461626c6574"),

        GoldenMessage(2, CheckReadiness(), "a0"),
        GoldenMessage(CheckReadiness.Reply(isReady: true), "a1 00 f5"),
        GoldenMessage(
            CheckReadiness.Reply(isReady: false, reason: "the database is being restored"),
            "a2 00 f4 01 781e746865206461746162617365206973206265696e6720726573746f726564"),

        GoldenMessage(110, CountMissingAccounts(), "a0"),
        GoldenMessage(CountMissingAccounts.Reply(missing: 12, total: 300), "a2 00 0c 01 19012c"),
        GoldenMessage(111, DecideMissingAccounts(.erase), "a1 00 656572617365"),
        GoldenMessage(DecideMissingAccounts.Reply(isDecided: true), "a1 00 f5"),

        GoldenMessage(3, ReadMetrics(), "a0"),
        GoldenMessage(
            ReadMetrics.Reply(metrics: [counter, histogram]),
            """
            a1 00
            82a6007562616c6973655f72657175657374735f746f74616c010002828268656e64706f696e746e5570646174
            654c6f636174696f6e82667374617475736332303003f974e204800580a6006e62616c6973655f7365636f6e64
            730102028003f93d000483fb3f747ae147ae147bf93400f93c00058400021a000111701a00011171
            """),
        GoldenMessage(
            counter,
            """
            a6 00 7562616c6973655f72657175657374735f746f74616c 01 00 02
            828268656e64706f696e746e5570646174654c6f636174696f6e826673746174757363323030 03 f974e2 04 80 05 80
            """),
        GoldenMessage(
            histogram,
            """
            a6 00 6e62616c6973655f7365636f6e6473 01 02 02 80 03 f93d00 04 83fb3f747ae147ae147bf93400f93c00 05
            8400021a000111701a00011171
            """),
        GoldenMessage(
            MetricSample(name: "balise_connections", kind: .gauge, labels: [], value: -1.1),
            "a6 00 7262616c6973655f636f6e6e656374696f6e73 01 01 02 80 03 fbbff199999999999a 04 80 05 80"),
    ]

    private static let positions = FeedName(rawValue: "positions")
    private static let epoch = FeedEpoch(rawValue: 0x0123_4567_89AB_CDEF)
    private static let changed = FeedChange(sequence: 299, key: "phone", value: [0xA1, 0x00, 0x01])
    private static let erased = FeedChange(sequence: 300, key: "tablet", value: nil)
    private static let counter = MetricSample(
        name: "balise_requests_total", kind: .counter, labels: [["endpoint", "UpdateLocation"], ["status", "200"]],
        value: 20000)
    private static let histogram = MetricSample(
        name: "balise_seconds", kind: .histogram, labels: [], value: 1.25, bounds: [0.005, 0.25, 1],
        counts: [0, 2, 70000, 70001])

    private static let client: ClientInfo = {
        var client = ClientInfo()
        client.userAgent = "Meeshy-iOS/1.0.0 (42) iOS/17.5.1 iPhone16,1"
        client.version = "1.0.0"
        client.build = "42"
        client.platform = "ios"
        client.device = "iPhone16,1"
        client.os = "17.5.1"
        client.locale = "fr-FR"
        client.timezone = "Europe/Paris"
        client.country = Personal("FR")
        client.city = Personal("Paris")
        client.region = Personal("Île-de-France")
        client.address = Personal("192.0.2.1")
        return client
    }()
}
