import Models

extension Connection {
    /// How long a replica gets no requests after it has refused one because it is ending or not ready.
    private static let leave = Duration.seconds(1)
    /// How often a request may be sent back since it was under way too long: such a service has too much work already.
    private static let maximumTimesOutdated = 3

    // MARK: Answers

    func receive(_ bytes: UnsafeRawBufferPointer, hasMoreParts: Bool) {
        guard !hasMoreParts, let header = FrameHeader(bytes) else {
            return malformed.record("an answer of \(service) is not readable")
        }
        if responsiveness.recordReceived() { report(.answersAgain(service, at: endpoint)) }
        let now = MonotonicTime.now
        if let reading = header.clock { clock.record(reading, at: now) }
        if header.kind == .pong { return }
        // No caller waits for this answer: it arrived after the deadline or a cancellation.
        guard let request = pending.remove(header.correlation) else { return }
        defer { recordEnds() }
        switch header.kind {
        case .reply: request.answer(.success([UInt8](header.body(in: bytes))))
        case .error:
            if let reason = NotBegun(rawValue: header.outcome) { return takeBack(request, reason, header, now) }
            let error = ErrorFrame.read(header.outcome, header.body(in: bytes), from: service)
            guard case .unavailable(service) = error else { return request.answer(.failure(error)) }
            // A service that calls itself unavailable is ending.
            if isReplica { leavesUntil = now.adding(Connection.leave) }
            lose(request)
        case .request, .cancel, .ping, .pong:
            malformed.record("\(service) sent a request as an answer")
            request.answer(.failure(.malformed("\(service) sent a request as an answer")))
        }
    }

    /// Handles a request that the service has not started: it is sent again, here or elsewhere.
    private func takeBack(_ request: OutgoingRequest, _ reason: NotBegun, _ header: FrameHeader, _ now: MonotonicTime) {
        request.sentAt = nil
        switch reason {
        case .outdated:
            // If the estimate of the service's clock was ahead, this corrects it.
            if let reading = header.clock { clock.replace(with: reading, at: now) }
            request.timesOutdated += 1
            guard request.deadline > now else { return request.answer(.failure(.timedOut)) }
            guard request.timesOutdated <= Connection.maximumTimesOutdated else { return refuse(request) }
            transmitOrRefuse(request, now)
        case .leaving:
            if isReplica { leavesUntil = now.adding(Connection.leave) }
            lose(request)
        case .notReady:
            unreadyUntil = now.adding(Connection.leave)
            guard request.deadline > now else { return request.answer(.failure(.timedOut)) }
            if let replicas, replicas.resend(request, insteadOf: self) { return }
            // The other replicas are gone, so this one must do what it can.
            request.choice?.hasAlternative = false
            transmitOrRefuse(request, now)
        }
    }

    /// Handles a request whose service was lost with it, or has sent it back because it is ending.
    func lose(_ request: OutgoingRequest) {
        // The request already waits for its second try: the service has closed; its answer to the first try came later.
        if request.isSecondTry, request.waitsForConnection != nil { return keep(request) }
        if let replicas, replicas.resend(request, insteadOf: self) { return }
        guard request.mayBeSent, !request.isSecondTry, request.waitsForConnection == nil else {
            return request.answer(.failure(.unavailable(service)))
        }
        request.isSecondTry = true
        request.waitsForConnection = MonotonicTime.now.adding(limits.connectionTimeout)
        keep(request)
    }

    // MARK: No answers

    /// Ends overdue requests. Returns the next moment at which something is due.
    func sweep(_ now: MonotonicTime) -> MonotonicTime {
        if connectsUntil <= now {
            connectsUntil = .never
            attemptFailed(.nobodyAnswers)
        }
        var next = MonotonicTime.never
        let due = pending.removeAll { request in
            if request.nextDeadline <= now { return true }
            next = min(next, request.nextDeadline)
            return false
        }
        for request in due {
            if request.deadline <= now {
                sendCancel(of: request)
                request.answer(.failure(.timedOut))
            } else {
                if state == .connecting { state = .away }
                refuse(request)
            }
        }
        next = min(next, connectsUntil)
        watchAnswers(now)
        if responsiveness.isHung { next = min(next, moveIdempotentRequests(now)) }
        recordEnds()
        return state == .connected ? min(next, responsiveness.nextLook) : next
    }

    private func watchAnswers(_ now: MonotonicTime) {
        guard state == .connected else { return }
        switch responsiveness.look(at: now, isAwaited: { pending.contains { $0.isAwaited } }) {
        case .nothing: return
        case .ping: break
        case .hang: report(.doesNotAnswer(service, at: endpoint))
        case .endRequests:
            // The service will not start these requests any more: each was under way for at least a whole span.
            for request in pending.removeAll(where: { $0.isAwaited }) {
                sendCancel(of: request)
                refuse(request)
            }
        }
        guard let port else { return }
        port.isTouched = true
        _ = port.socket.send(FrameHeader(.ping, MessageCode(rawValue: 0), 0).frame())
    }

    /// Sends the idempotent requests of a hung replica elsewhere, but not before that replica would refuse them: if it
    /// continues, it could undo newer changes. Returns when the next of them may move.
    private func moveIdempotentRequests(_ now: MonotonicTime) -> MonotonicTime {
        guard let replicas else { return .never }
        var next = MonotonicTime.never
        let old = pending.removeAll { request in
            guard request.isIdempotent, request.waitsForConnection == nil, let sentAt = request.sentAt,
                request.choice?.tried.contains(endpoint) == false
            else { return false }
            let moment = sentAt.adding(limits.answerTimeout)
            if moment <= now { return true }
            next = min(next, moment)
            return false
        }
        for request in old {
            sendCancel(of: request)
            if !replicas.resend(request, insteadOf: self) { keep(request) }
        }
        return next
    }
}
