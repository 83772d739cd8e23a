// One call of the Appwrite API on its way to a message.

import BaliseAPI
import HTTPTypes
import MessageBus
import Models

/// One call of the Appwrite API, ready to be turned into a message.
struct AppwriteCall: Sendable {
    let request: EdgeRequest
    let appwrite: AppwriteContext
    /// What travels with the messages. It says nothing of the client: what people use this API for, where they are and
    /// from which address they call is nobody's business, and what a service is not told it cannot keep. Only who
    /// shows a password tells an address, and the language of what is sent to them.
    private let context: MessageContext

    init(_ request: EdgeRequest, _ appwrite: AppwriteContext) {
        self.request = request
        self.appwrite = appwrite
        var context = request.context
        context.client = nil
        self.context = context
    }

    /// Where the call comes from, for counting attempts only.
    var address: String { request.context.client?.address?.value ?? "" }

    /// Whether the client came over https.
    var isSecure: Bool { request.headers.isSecure }

    /// Asks the service that answers `message`.
    func send<R: ServiceRequest>(_ message: R) async throws(EdgeError) -> R.Reply {
        do {
            return try await appwrite.services.send(message, context)
        } catch {
            throw EdgeError(error, asking: R.self)
        }
    }

    /// An account that is made while accounts are missing would be lost when they are put back, or take the place of
    /// one of them, since its app says which id it has.
    func checkNoAccountsAreMissing() async throws(EdgeError) {
        do {
            let count = try await appwrite.services.send(CountMissingAccounts(), to: .authSession, context)
            if count.missing == 0 { return }
        } catch {
            throw EdgeError(error, asking: CountMissingAccounts.self)
        }
        throw .accountsMissing
    }

    /// Asks the service that answers a `message` with a password in it. After too many wrong ones from this address
    /// another wrong one is answered 429, and a right one as ever.
    ///
    /// It is told the address, by which it counts attempts, and keeps of it no more than a keyed hash.
    ///
    /// - Parameter isWrong: Whether an answer counts as one to a wrong password.
    func sendPassword<R: ServiceRequest>(
        _ message: R, isWrong: (EdgeError) -> Bool = { $0.meansWrongPassword }
    ) async throws(EdgeError) -> R.Reply {
        var counted = context
        var client = ClientInfo()
        client.address = request.context.client?.address
        client.locale = request.headers.callerLanguages.text
        counted.client = client
        let context = counted
        return try await appwrite.attempts.verified(.password, in: R.self, from: address, isWrong: isWrong) {
            () async throws(EdgeError) in
            do throws(BusError) {
                return try await appwrite.services.send(message, context)
            } catch {
                throw EdgeError(error, asking: R.self)
            }
        }
    }

    /// Does what may be done only so often from one address. What fails for want of the server is not counted.
    func limited<T: Sendable>(
        _ kind: AppwriteLimiter.Kind, _ body: () async throws(EdgeError) -> T
    ) async throws(EdgeError) -> (T, AppwriteLimiter.Attempt) {
        let attempt = try appwrite.limiter.begin(kind, from: address)
        do throws(EdgeError) {
            return (try await body(), attempt)
        } catch {
            if error.status.code >= 500 || error.code == .rateLimited { appwrite.limiter.takeBack(attempt) }
            throw error
        }
    }
}
