extension GoldenMessage {
    static let shared: [GoldenMessage] = [
        GoldenMessage(Done(), "a0"),
        GoldenMessage(
            ServiceError(.forbidden, "The device key is wrong."),
            "a20069464f5242494444454e01781854686520646576696365206b65792069732077726f6e672e"),
        GoldenMessage(
            ServiceError(.rateLimited, "Too many wrong keys.", retryAfter: 60),
            "a3006c524154455f4c494d495445440174546f6f206d616e792077726f6e67206b6579732e02183c"),
        GoldenMessage(
            ServiceError(.duplicate, "m", field: "email"), "a3006f4455504c49434154455f4649454c4401616d0465656d61696c"),
        GoldenMessage(WrongMember("a", "m"), "a200616101616d"),
        GoldenMessage(twoWrongMembers, "a4006f494e56414c49445f5245515545535401616d0461610581a200616201616e"),
        GoldenMessage(ClientInfo(), "a0"),
        GoldenMessage(
            client,
            """
            ac00782b4d65657368792d694f532f312e302e30202834322920694f532f31372e352e31206950686f6e6531362c310165312e302e
            30026234320363696f73046a6950686f6e6531362c31056631372e352e31066566722d4652076c4575726f70652f50617269730862
            4652096550617269730a6ec38e6c652d64652d4672616e63650b693139322e302e322e31
            """),

        GoldenMessage(
            1, ReadFeed(feed: positions, epoch: nil, after: nil, limit: 500),
            "a20069706f736974696f6e73031901f4"),
        GoldenMessage(
            1, ReadFeed(feed: positions, epoch: epoch, after: 0, limit: 500),
            "a40069706f736974696f6e73011b0123456789abcdef0200031901f4"),
        GoldenMessage(
            FeedPage(epoch: epoch, changes: [], highWater: 300, startsOver: false),
            "a4001b0123456789abcdef01800219012c03f4"),
        GoldenMessage(
            FeedPage(epoch: FeedEpoch(rawValue: .max), changes: [changed, erased], highWater: 300, startsOver: true),
            "a4001bffffffffffffffff0182a30019012b016570686f6e650243a10001a20019012c01667461626c65740219012c03f5"),
        GoldenMessage(changed, "a30019012b016570686f6e650243a10001"),
        GoldenMessage(erased, "a20019012c01667461626c6574"),

        GoldenMessage(2, CheckReadiness(), "a0"),
        GoldenMessage(CheckReadiness.Reply(isReady: true), "a100f5"),
        GoldenMessage(
            CheckReadiness.Reply(isReady: false, reason: "the database is being restored"),
            "a200f401781e746865206461746162617365206973206265696e6720726573746f726564"),

        GoldenMessage(110, CountMissingAccounts(), "a0"),
        GoldenMessage(CountMissingAccounts.Reply(missing: 12, total: 300), "a2000c0119012c"),
        GoldenMessage(111, DecideMissingAccounts(.erase), "a100656572617365"),
        GoldenMessage(DecideMissingAccounts.Reply(isDecided: true), "a100f5"),

        GoldenMessage(3, ReadMetrics(), "a0"),
        GoldenMessage(ReadMetrics.Reply(metrics: [counter, histogram]), "a10082 <counter> <histogram>"),
        GoldenMessage(counter, "<counter>"),
        GoldenMessage(histogram, "<histogram>"),
        GoldenMessage(
            MetricSample(name: "balise_connections", kind: .gauge, labels: [], value: -1.1),
            "a6007262616c6973655f636f6e6e656374696f6e730101028003fbbff199999999999a04800580"),
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

    private static let client = ClientInfo.complete
}

private let twoWrongMembers: ServiceError = {
    var error = ServiceError(.invalidRequest, "m", field: "a")
    error.wrongMembers.append(WrongMember("b", "n"))
    return error
}()
