import Models

struct RemoveTOTPHandler: Sendable {
    let service: IdentityContext

    func handle(_ request: RemoveTOTP, _ context: MessageContext) async throws -> Done {
        try await service.metrics.measure(RemoveTOTP.self) {
            let wasThere = try await service.proving(request.person, of: request.account, context) { proof in
                try await service.store.removeTOTP(
                    request.account, by: request.person, proof: proof, at: service.now)
            }
            if wasThere {
                let reason = request.person == nil ? "by an operator" : nil
                service.record(.secondStepRemoved, request.account, reason: reason, context)
            }
            return Done()
        }
    }
}
