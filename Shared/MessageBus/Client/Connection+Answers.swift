import Models

extension Connection {
    /// How long a replica is avoided after it has refused a request because it is ending or not ready.
    private static let leave = Duration.seconds(1)
    /// How often a request may be sent again after it arrived too old. Then the service has too much work.
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
        // No caller waits for this answer, because it arrived after the deadline or after a cancellation.
        guard let request = pending.remove(header.correlation) else { return }
        defer { recordEnds() }
        switch header.kind {
        case .reply: request.answer(.success([UInt8](header.body(in: bytes))))
        case .error:
            if let reason = NotBegun(rawValue: header.outcome) { return takeBack(request, reason, header, now) }
            let error = ErrorFrame.read(header.outcome, header.body(in: bytes), from: service)
            guard case .unavailable(service) = error else { return request.answer(.failure(error)) }
            // A service that reports itself as unavailable is ending.
            if isReplica { leavesUntil = now.adding(Connection.leave) }
            lose(request)
        case .request, .cancel, .ping, .pong:
            malformed.record("\(service) sent a request as an answer")
            request.answer(.failure(.malformed("\(service) sent a request as an answer")))
        }
    }

    /// Handles a request that the service has returned without starting it. It is sent again, here or elsewhere, unless
    /// its time or its tries are used up.
    private func takeBack(_ request: OutgoingRequest, _ reason: NotBegun, _ header: FrameHeader, _ now: MonotonicTime) {
        request.sentAt = nil
        switch reason {
        case .outdated:
            // The estimate of the service's clock may have been ahead. This corrects the estimate.
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
            // The other replicas are gone, so this replica must try, even if it is not ready.
            request.choice?.hasAlternative = false
            transmitOrRefuse(request, now)
        }
    }

    /// Handles a request that was lost with its service, or that the service returned because it is ending.
    func lose(_ request: OutgoingRequest) {
        // The service has closed the connection, and its answer to the first try arrived later. The request already
        // waits for its second try.
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

    /// Ends overdue requests. Returns when something is due next.
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
            // Each of these requests was under way for at least a whole span, so the service no longer starts it.
            for request in pending.removeAll(where: { $0.isAwaited }) {
                sendCancel(of: request)
                refuse(request)
            }
        }
        guard let port else { return }
        port.isTouched = true
        _ = port.socket.send(FrameHeader(.ping, MessageCode(rawValue: 0), 0).frame())
    }

    /// Sends the idempotent requests of a hung replica elsewhere, but only when that replica would already refuse them:
    /// if it continued later, it could undo newer changes. Returns when the next request may be moved.
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
