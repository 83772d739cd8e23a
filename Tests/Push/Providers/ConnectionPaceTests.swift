@testable import Push

@Suite("The number of requests on a connection to APNs")
struct ConnectionPaceTests {
    private func fill(_ pace: inout ConnectionPace) -> Int {
        var count = 0
        while pace.acquire() { count += 1 }
        return count
    }

    private func proven() -> ConnectionPace {
        var pace = ConnectionPace()
        _ = pace.acquire()
        pace.succeeded()
        pace.leave()
        return pace
    }

    @Test("Before the first success one request is in flight, whatever the peer's limit")
    func one() {
        var pace = ConnectionPace()
        pace.received(limit: 500)
        #expect(fill(&pace) == 1)
        #expect(!pace.isFull)
        pace.leave()
        #expect(fill(&pace) == 1)
    }

    @Test(
        "After the first success it bears as many requests as the peer takes, and never more than a thousand",
        arguments: [(1, 1), (2, 2), (100, 100), (1000, 1000), (1001, 1000), (Int.max, 1000), (nil, 1000)]
            as [(Int?, Int)])
    func limit(ofPeer limit: Int?, _ expected: Int) {
        var pace = proven()
        if let limit { pace.received(limit: limit) }
        #expect(fill(&pace) == expected)
        #expect(pace.isFull)
        pace.leave()
        #expect(!pace.isFull)
        #expect(fill(&pace) == 1)
    }

    @Test("A raised limit counts at once")
    func raised() {
        var pace = proven()
        pace.received(limit: 2)
        #expect(fill(&pace) == 2)
        pace.received(limit: 5)
        #expect(!pace.isFull)
        #expect(fill(&pace) == 3)
    }

    @Test("At a limit of 0 one request waits for a stream")
    func none() {
        var pace = proven()
        pace.received(limit: 0)
        #expect(fill(&pace) == 1)
    }

    @Test("A lowered limit lets no request in until enough have left")
    func lowered() {
        var pace = proven()
        pace.received(limit: 3)
        #expect(fill(&pace) == 3)
        pace.received(limit: 1)
        for _ in 0..<2 {
            pace.leave()
            #expect(!pace.hasRoom)
        }
        pace.leave()
        #expect(fill(&pace) == 1)
    }

    @Test("One request is in flight after the credential was refused or replaced")
    func credential() {
        var pace = proven()
        _ = pace.acquire()
        _ = pace.acquire()
        pace.credentialChanged()
        #expect(!pace.hasRoom)
        pace.leave()
        #expect(!pace.hasRoom)
        pace.leave()
        #expect(fill(&pace) == 1)
        pace.succeeded()
        #expect(fill(&pace) == ConnectionPace.largest - 1)
    }

    @Test("No request is in flight after the connection has ended")
    func ended() {
        var pace = proven()
        pace.end()
        pace.succeeded()
        pace.received(limit: 10)
        #expect(!pace.hasRoom)
        #expect(pace.isEnded)
        #expect(!pace.isFull)
    }
}
