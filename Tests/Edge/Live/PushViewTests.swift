@testable import Edge

@Suite("A view of pushes") struct PushViewTests {
    private final class Ends: Sendable {
        private let all = Mutex<[WebSocketEnd]>([])
        var list: [WebSocketEnd] { all.withLock { $0 } }
        func add(_ end: WebSocketEnd) { all.withLock { $0.append(end) } }
    }

    private let ends = Ends()
    private let view: PushView

    init() {
        view = PushView(
            Reader(device: id("me")), of: [id("a"), id("b")], context: MessageContext(requestID: "test"),
            news: Signal(), onEnd: { [ends] in ends.add($0) })
    }

    private func place(_ number: Int) -> Location {
        changing(sampleLocation) { $0.timestamp = LocationValue(json: "\(number)") }
    }

    private func found(_ device: String, _ number: Int) -> GetLocation.LocationResult {
        GetLocation.LocationResult(device: id(device), location: place(number), slogan: nil)
    }

    private func add(_ device: String, _ numbers: Int...) {
        view.add(PushedPlaces(numbers.map(place), of: id(device)), of: id(device))
        _ = view.markDirty(id(device))
    }

    private func open(_ a: Int, _ b: Int) {
        _ = view.open([id("a"), id("b")], GetLocation.Reply(found: [found("a", a), found("b", b)]))
        review(("a", a), ("b", b))
    }

    private func review(_ places: (String, Int?)..., hidden: [String] = []) {
        _ = view.beginReview()
        _ = view.review(
            places.map { id($0.0) }, places.map { device, number in number.map { found(device, $0) } },
            hidden: Set(hidden.map { id($0) }))
        _ = view.endReview()
    }

    private var turn: [String] {
        view.takeTurn().map { text in
            let json = String(decoding: text, as: UTF8.self)
            let device = json.components(separatedBy: "\"")[3]
            return device + String(json.components(separatedBy: "Timestamp\":")[1].prefix { $0 != "," })
        }
    }

    @Test("Every point is pushed in its order once a review has seen its device")
    func order() {
        open(1, 1)
        add("a", 2, 3)
        add("b", 4)
        add("a", 5)
        #expect(turn == [])
        _ = view.beginReview()
        add("b", 6)
        _ = view.review([id("a"), id("b")], [found("a", 5), found("b", 6)], hidden: [])
        #expect(view.endReview(), "the later point needs another review")
        #expect(turn == ["a2", "a3", "b4", "a5"])
        review(("b", 6))
        #expect(turn == ["b6"])
    }

    @Test("The first push continues the snapshot")
    func snapshot() {
        add("a", 1, 2, 3)
        add("b", 7)
        open(2, 6)
        #expect(turn == ["a3", "b7"])
    }

    @Test("A device that hides itself is dropped with its pushes, until the next subscription")
    func hidden() {
        open(1, 1)
        add("a", 2)
        add("b", 3)
        review(("a", nil), ("b", 3), hidden: ["a"])
        #expect(turn == ["b3"])
        add("a", 4)
        review(("a", 4))
        #expect(turn == [] && view.devices == [id("b")])
    }

    @Test("A device that is hidden at the subscription is not watched")
    func hiddenAtFirst() {
        _ = view.open([id("a"), id("b")], GetLocation.Reply(found: [nil, nil], hidden: [0]))
        add("a", 1)
        #expect(view.devices == [id("b")])
    }

    @Test("Nothing is pushed of a device that has lost its place, and its next place needs a visit first")
    func deleted() {
        open(1, 1)
        add("a", 2)
        review(("a", nil))
        add("a", 3)
        _ = view.beginReview()
        #expect(view.review([id("a")], [found("a", 3)], hidden: []) == [id("a")])
        #expect(turn == [])
        view.show([id("a")], [found("a", 3)])
        #expect(turn == ["a3"])
    }

    @Test("A gap in the changes is closed with the present place, if it is another")
    func gap() {
        open(1, 1)
        view.markGap()
        review(("a", 1), ("b", 5))
        #expect(turn == ["b5"])
        add("a")
        review(("a", 6))
        #expect(turn == ["a6"])
        review(("a", 6))
        #expect(turn == [])
    }

    @Test("A place that no change has told of is pushed by the second review that finds it")
    func unreported() {
        open(1, 1)
        review(("a", 2))
        #expect(turn == [], "its change may be on its way")
        review(("a", 2))
        review(("a", 2))
        #expect(turn == ["a2"])
        review(("a", 3))
        add("a", 3)
        review(("a", 3))
        review(("a", 3))
        #expect(turn == ["a3"])
    }

    @Test("A push whose visit cannot be recorded holds back the later ones")
    func failedVisit() {
        open(1, 1)
        for _ in 0..<LiveView.heartbeatsOfVisit { view.beat() }
        add("a", 2)
        review(("a", 2))
        add("b", 3)
        _ = view.beginReview()
        #expect(view.review([id("b")], [found("b", 3)], hidden: []) == [id("b")])
        view.show([id("b")], [found("b", 3)])
        #expect(turn == [])
        _ = view.markDirty(nil)
        _ = view.beginReview()
        #expect(view.review([id("a"), id("b")], [found("a", 2), found("b", 3)], hidden: []) == [id("a")])
        view.show([id("a")], [found("a", 2)])
        #expect(turn == ["a2", "b3"])
    }

    @Test("A client that reads too slowly is closed, and keeps no memory")
    func tooSlow() {
        open(1, 1)
        for number in 0..<12_000 { add("a", number) }
        #expect(ends.list == [.refused("Client is too slow")])
        review(("a", 1))
        #expect(turn == [])
    }

    @Test(
        "The end of a view closes its socket once",
        arguments: [(LiveEnd.closing, 1001), (.refused, 1008), (.unavailable, 1011)] as [(LiveEnd, UInt16)])
    func ending(reason: LiveEnd, code: UInt16) {
        view.end(reason)
        view.end(.closing)
        #expect(ends.list.map(\.code) == [code])
    }
}
