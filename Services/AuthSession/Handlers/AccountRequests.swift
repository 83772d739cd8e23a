import MessageBus
import Models

// The requests with a proof check the session again. Identity checks it once more, with the proof.
extension SessionContext {
    /// Identity checks the session once more in the transaction that erases the account.
    func requestErasure(_ request: RequestErasure, _ context: MessageContext) async throws -> EraseAccount.Reply {
        guard let session = try await findSession(of: request, request.proof, context) else {
            return try await replyToSecondArrival(of: request.erasure, context)
        }
        let person = try await person(of: session, request.proof, refusal: .erasureRefused, context)
        return try await client.send(
            EraseAccount(account: request.account, erasure: request.erasure, person: person), context)
    }

    /// The session ends with the account. If the answer was lost, the client's retry gets it here.
    private func replyToSecondArrival(
        of erasure: ErasureRequest, _ context: MessageContext
    ) async throws -> EraseAccount.Reply {
        do {
            let known = try await client.send(FindErasure(id: erasure.id, secret: erasure.secret), context)
            return EraseAccount.Reply(askedAt: known.askedAt)
        } catch BusError.refused(let error) where error.code == .notFound {
            throw ServiceError.sessionEnded
        }
    }

    /// Identity keeps the erasures; the keys that sign receipts are here.
    func getErasure(_ request: GetErasure, _ context: MessageContext) async throws -> GetErasure.Reply {
        let erasure = try await client.send(FindErasure(id: request.id, secret: request.secret), context)
        let receipt = ErasureReceipt(erasure, issuer: accessTokens.issuer, backupsKept: backupsKept)
        guard let receipt else { return GetErasure.Reply(erasure: erasure, receipt: nil) }
        let key = try signingKey(at: clock.now())
        return GetErasure.Reply(erasure: erasure, receipt: try ReceiptSigner.sign(receipt, by: key))
    }

    func eraseOwnAccount(_ request: EraseOwnAccount, _ context: MessageContext) async throws -> EraseAccount.Reply {
        _ = try await session(of: request, nil, context)
        return try await client.send(EraseAccount(account: request.account, askedByOwner: true), context)
    }

    func requestExport(_ request: RequestExport, _ context: MessageContext) async throws -> Done {
        let person = try await person(asking: request, refusal: .exportRefused, context)
        return try await client.send(BeginExport(account: request.account, person: person), context)
    }

    func requestRecoveryCodes(
        _ request: RequestRecoveryCodes, _ context: MessageContext
    ) async throws -> RecoveryCodeList {
        let person = try await person(asking: request, refusal: .secondStepChangeRefused, context)
        return try await client.send(RenewRecoveryCodes(account: request.account, person: person), context)
    }

    func requestTOTPRemoval(_ request: RequestTOTPRemoval, _ context: MessageContext) async throws -> Done {
        let person = try await person(asking: request, refusal: .secondStepChangeRefused, context)
        return try await client.send(RemoveTOTP(account: request.account, person: person), context)
    }

    /// Identity also checks whether anything but the session opens the account.
    func requestEmailChange(
        _ request: RequestEmailChange, _ context: MessageContext
    ) async throws -> SentEmailCode {
        let session = try await session(of: request, request.proof, context)
        var person: EraseAccount.Person?
        if let proof = request.proof {
            person = try await self.person(of: session, proof, refusal: .emailChangeRefused, context)
        } else if session.signInMethod != .anonymous {
            throw ServiceError(.signInTooOld, "sign in again, and repeat this within 5 minutes, or send another proof")
        }
        return try await client.send(
            RequestEmailCode(
                account: request.account, purpose: .change, address: request.address, person: person), context)
    }
}
