// How many requests a connection bears.

import Testing

@testable import Push

@Suite("How many requests a connection to APNs bears")
struct ConnectionPaceTests {
    /// Takes as much room as there is.
    private func fill(_ pace: inout ConnectionPace) -> Int {
        var count = 0
        while pace.take() { count += 1 }
        return count
    }

    private func proven() -> ConnectionPace {
        var pace = ConnectionPace()
        _ = pace.take()
        pace.succeeded()
        pace.leave()
        return pace
    }

    @Test("one until the first success, whatever the peer's limit")
    func one() {
        var pace = ConnectionPace()
        pace.heard(limit: 500)
        #expect(fill(&pace) == 1)
        #expect(!pace.isFull)
        // A refusal proves nothing.
        pace.leave()
        #expect(fill(&pace) == 1)
    }

    @Test("then as many as the peer takes", arguments: [1, 2, 100, 1000])
    func limit(_ limit: Int) {
        var pace = proven()
        pace.heard(limit: limit)
        #expect(fill(&pace) == limit)
        #expect(pace.isFull)
        pace.leave()
        #expect(!pace.isFull)
        #expect(fill(&pace) == 1)
    }

    @Test("never more than a thousand", arguments: [1000, 1001, Int.max])
    func bound(_ limit: Int) {
        var pace = proven()
        pace.heard(limit: limit)
        #expect(fill(&pace) == ConnectionPace.largest)
        #expect(pace.isFull)
    }

    @Test("an unknown limit is felt for: more are let in for as long as all find room")
    func growing() {
        var pace = proven()
        var open = fill(&pace)
        #expect(open == ConnectionPace.smallest)
        // Nobody knows yet whether these find room, so it is not full.
        #expect(!pace.isFull)
        var steps = 0
        while open < ConnectionPace.largest {
            pace.saw(streams: open, isFull: false)
            open += fill(&pace)
            steps += 1
            #expect(steps < 10)
        }
        #expect(open == ConnectionPace.largest)
    }

    @Test("few that find room in a wide window say nothing")
    func idle() {
        var pace = proven()
        for _ in 0..<20 { pace.saw(streams: 1, isFull: false) }
        #expect(fill(&pace) == ConnectionPace.smallest)
    }

    @Test("a limit that was run into counts, with one more that shows when there is more room")
    func found() {
        var pace = proven()
        pace.saw(streams: 5, isFull: true)
        #expect(fill(&pace) == 6)
        #expect(pace.isFull)
        // Five have room, and no more than before: nothing new.
        pace.saw(streams: 5, isFull: false)
        #expect(!pace.hasRoom)
        pace.saw(streams: 6, isFull: false)
        #expect(fill(&pace) == 6)
        #expect(!pace.isFull)
        pace.saw(streams: 10, isFull: true)
        #expect(!pace.hasRoom)
        #expect(pace.isFull)
    }

    @Test("with nothing open it was not the limit that was run into")
    func nothingOpen() {
        var pace = proven()
        pace.saw(streams: 0, isFull: true)
        #expect(fill(&pace) == ConnectionPace.smallest)
        #expect(!pace.isFull)
    }

    @Test("what the peer has announced counts more than what was seen")
    func announced() {
        var pace = proven()
        pace.heard(limit: 20)
        pace.saw(streams: 3, isFull: true)
        #expect(fill(&pace) == 20)
    }

    @Test("a lowered limit lets nothing more in until enough has left")
    func lowered() {
        var pace = proven()
        pace.heard(limit: 3)
        #expect(fill(&pace) == 3)
        pace.heard(limit: 1)
        for _ in 0..<2 {
            pace.leave()
            #expect(!pace.hasRoom)
        }
        pace.leave()
        #expect(fill(&pace) == 1)
    }

    @Test("back to one when the credential was refused, or changed")
    func credential() {
        var pace = proven()
        _ = pace.take()
        _ = pace.take()
        pace.credentialChanged()
        #expect(!pace.hasRoom)
        pace.leave()
        #expect(!pace.hasRoom)
        pace.leave()
        #expect(fill(&pace) == 1)
        pace.succeeded()
        #expect(fill(&pace) == ConnectionPace.smallest - 1)
    }

    @Test("nothing when it has ended")
    func ended() {
        var pace = proven()
        pace.end()
        pace.succeeded()
        pace.heard(limit: 10)
        #expect(!pace.hasRoom)
        #expect(pace.isEnded)
        #expect(!pace.isFull)
    }
}
