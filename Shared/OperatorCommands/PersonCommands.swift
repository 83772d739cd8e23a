import ArgumentParser
import Models
import OperatorAPI

struct InviteAccount: OperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite",
        abstract: "Make an account for a user, and send them a link to set its password.")

    @Argument(help: "The user's e-mail address.")
    var email: String
    @Option(parsing: .unconditional, help: ArgumentHelp("The user's first name.", valueName: "name"))
    var firstName: String?
    @Option(parsing: .unconditional, help: ArgumentHelp("The user's last name.", valueName: "name"))
    var lastName: String?
    @Option(help: ArgumentHelp("The language of the user and of the message.", valueName: "tag"))
    var locale: String?
    @OptionGroup var output: OutputOptions

    func carryOut(_ client: OperatorClient) throws {
        let invited = try client.ask(
            OperatorCalls.inviteAccount,
            sending: InviteAccountRequest(email: email, firstName: firstName, lastName: lastName, locale: locale))
        let (made, end) = ("made account \(invited.account.id)", text(of: invited.invitationExpiresAt))
        client.report(
            invited.messageFile.map { "\(made); \(waiting("its invitation", in: $0)); it is valid until \(end)" }
                ?? "\(made); its invitation is on its way and is valid until \(end)")
    }
}

struct SendPasswordLink: OperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "reset-password", abstract: "Send the user of an account a link for a new password.")

    @OptionGroup var named: AccountArgument
    @OptionGroup var output: OutputOptions

    func carryOut(_ client: OperatorClient) throws {
        let id = try named.find(client).id
        let sent = try client.ask(OperatorCalls.sendPasswordLink, id)
        let end = text(of: sent.expiresAt)
        client.report(
            sent.messageFile.map { "\(waiting("a link for account \(id)", in: $0)); it is valid until \(end)" }
                ?? "sent the user of account \(id) a link that is valid until \(end)")
    }
}

struct RemoveSecondStep: OperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove-second-step",
        abstract: "Remove an account's second step, if its user has lost the app and the recovery codes.")

    @OptionGroup var named: AccountArgument
    @OptionGroup var output: OutputOptions

    func carryOut(_ client: OperatorClient) throws {
        let id = try named.ask(OperatorCalls.removeSecondStep, client)
        client.report("signing in to account \(id) no longer needs a second step")
    }
}

struct ListSessions: OperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "sessions", abstract: "List the sessions of an account.")

    @OptionGroup var named: AccountArgument
    @OptionGroup var output: OutputOptions

    func carryOut(_ client: OperatorClient) throws {
        let sessions = try client.ask(OperatorCalls.listAccountSessions, try named.find(client).id).sessions
        if sessions.isEmpty { client.report("this account has no sessions") }
        for (place, session) in sessions.enumerated() {
            if place > 0 { client.report("") }
            client.show([
                ("id", session.id), ("method", session.method),
                ("device", words([session.deviceVendor, session.deviceModel])),
                ("system", words([session.osName, session.osVersion])), ("app", session.appVersion),
                ("began", text(of: session.createdAt)), ("active", text(of: session.lastActivityAt)),
                ("expires", text(of: session.expiresAt)),
            ])
        }
    }
}

struct SignOut: OperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "End all sessions of an account. Its user may sign in again.")

    @OptionGroup var named: AccountArgument
    @OptionGroup var output: OutputOptions

    func carryOut(_ client: OperatorClient) throws {
        let id = try named.find(client).id
        let ended = try client.ask(OperatorCalls.endAccountSessions, id).ended
        client.report("signed account \(id) out; sessions that have ended: \(ended)")
    }
}

struct ListDevices: OperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the push devices and the claimed devices of an account.")

    @OptionGroup var named: AccountArgument
    @OptionGroup var output: OutputOptions

    func carryOut(_ client: OperatorClient) throws {
        let devices = try client.ask(OperatorCalls.listAccountDevices, try named.find(client).id)
        if devices.pushDevices.isEmpty, devices.locationDevices.isEmpty {
            client.report("this account has no push device, and has claimed no device of location sharing")
        }
        for device in devices.pushDevices {
            client.show(device.rows)
            client.report("")
        }
        for device in devices.locationDevices {
            client.show([
                ("claimed", device.id), ("since", text(of: device.claimedAt)), ("key", device.hasKey ? "yes" : "none"),
            ])
            client.report("")
        }
    }
}

extension AccountPushDevice {
    /// The printed values, with their names.
    var rows: [(name: String, value: String?)] {
        [
            ("push device", id), ("channel", words([channel, environment, purpose])),
            ("app", words([platform, bundleId, appVersion])), ("muted", muted ? "yes" : nil),
            ("registered", text(of: updatedAt)), ("reached", lastUsedAt.map(text) ?? "never"),
            ("last error", lastError.map { "\(text(of: $0.at)) \($0.reason)" }),
        ]
    }
}

/// Where a message waits that no mail server delivers.
private func waiting(_ what: String, in file: String) -> String {
    "\(what) was not sent, but is in \(file) of the identity service: pass it on, or set messages.sender to smtp or webhook"
}

private func words(_ texts: [String?]) -> String? {
    let known = texts.compactMap { $0 }
    return known.isEmpty ? nil : known.joined(separator: " ")
}
