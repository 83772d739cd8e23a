@testable import Edge

@Suite("A client that hangs up", .timeLimit(.minutes(10))) struct HangUpTests {
    private let connection = Connection(
        peer: "192.0.2.1", proxies: TrustedProxies([]), limiter: AddressConcurrencyLimiter(bound: 1))

    private func send(from beginning: Signal, _ isSending: Signal) -> Task<Void, Never> {
        let work = Task { [connection] in
            await beginning.wait()
            try? await connection.untilHangUp {
                isSending.raise()
                // Until the cancellation.
                await Signal().wait()
                try Task.checkCancellation()
            }
        }
        connection.record(work: work)
        return work
    }

    @Test func endsAnEndlessAnswer() async {
        let (beginning, isSending) = (Signal(), Signal())
        let work = send(from: beginning, isSending)
        beginning.raise()
        await isSending.wait()
        #expect(!work.isCancelled)
        connection.recordHangUp()
        await work.value
        #expect(work.isCancelled)
    }

    @Test func endsAnEndlessAnswerThatBeginsLater() async {
        let beginning = Signal()
        let work = send(from: beginning, Signal())
        connection.recordHangUp()
        #expect(!work.isCancelled, "what is answered until then is sent to its end")
        beginning.raise()
        await work.value
        #expect(work.isCancelled)
    }

    @Test func keepsItsSlotWhileItsRequestIsAnswered() {
        let limiter = AddressConcurrencyLimiter(bound: 1)
        func connection() -> Connection { Connection(peer: "192.0.2.1", proxies: TrustedProxies([]), limiter: limiter) }
        let (first, second) = (connection(), connection())
        #expect(first.acquireSlot(of: "192.0.2.1"))
        first.recordHangUp()
        #expect(!second.acquireSlot(of: "192.0.2.1"), "else whoever hangs up could have any number answered")
        first.releaseSlot()
        #expect(second.acquireSlot(of: "192.0.2.1"))
        second.releaseSlot()
    }

    @Test func isAnsweredWhatItAskedBeforeAnUnfinishedRequest() async throws {
        let miataru = MiataruAPI(ScriptedServices.people(), allowedOrigins: [], pages: Settings().pages)
        try await withServer(Router([miataru], fallback: miataru), Settings().http) { edge in
            try await withConnection(to: edge.port) { connection in
                try await connection.write(
                    "GET /v1/nothing HTTP/1.1\r\nHost: x\r\n\r\nPOST /v1/GetLocation HTTP/1.1\r\nHost: x\r\n"
                        + "Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
                try await connection.channel.close(mode: .output)
                #expect(try await connection.readResponse().status == 404)
            }
        }
    }

    @Test func leavesTheAnswersAfterAStreamToTheirEnd() async throws {
        let (isOver, isHungUp) = (Signal(), Signal())
        let work = Task { [connection] in
            try? await connection.untilHangUp {}
            isOver.raise()
            await isHungUp.wait()
        }
        connection.record(work: work)
        await isOver.wait()
        connection.recordHangUp()
        #expect(!work.isCancelled)
        isHungUp.raise()
        await work.value
    }
}
