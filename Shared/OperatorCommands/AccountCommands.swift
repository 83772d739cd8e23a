import ArgumentParser
import BaliseAPI
import Models
import OperatorAPI

struct Accounts: ParsableCommand {
    static let configuration = CommandConfiguration(
        subcommands: [
            List.self, Show.self, Sessions.self, Devices.self, SignOut.self, SendPasswordLink.self,
            RemoveSecondStep.self, Invite.self, Import.self, Disable.self, Enable.self, Export.self, Erase.self,
            Erasure.self,
        ])

    struct Show: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "Print the facts of an account.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let account = try named.find(client)
            client.show([
                ("id", account.id), ("number", String(account.number)), ("status", account.status.rawValue),
                ("username", account.username), ("email", account.email),
                ("email confirmed", account.emailVerifiedAt.map(text)), ("phone", account.phoneNumber),
                ("first name", account.firstName), ("last name", account.lastName),
                ("display name", account.displayName), ("locale", account.locale),
                ("created", text(of: account.createdAt)), ("last login", account.lastLoginAt.map(text) ?? "never"),
                ("erased on", account.erasesAt.map(text)),
            ])
        }
    }

    struct Disable: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "Disable an account, and sign it out everywhere.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let id = try named.ask(OperatorCalls.disableAccount, client)
            client.report("disabled account \(id); its sessions have ended")
        }
    }

    struct Enable: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "Enable a disabled account.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            client.report("enabled account \(try named.ask(OperatorCalls.enableAccount, client))")
        }
    }

    struct Invite: OperatorCommand {
        static let configuration = CommandConfiguration(
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
            let made = "made account \(invited.account.id)"
            let end = invited.invitationExpiresAt.map { text(of: $0) } ?? "-"
            client.report(
                invited.messageFile.map { "\(made); \(waiting("its invitation", in: $0)); it is valid until \(end)" }
                    ?? "\(made); its invitation is on its way and is valid until \(end)")
        }
    }

    struct SendPasswordLink: OperatorCommand {
        static let configuration = CommandConfiguration(
            commandName: "reset-password",
            abstract: "Send the user of an account a link for a new password. Its use ends all sessions.")

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

    struct Sessions: OperatorCommand {
        static let configuration = CommandConfiguration(abstract: "List the sessions of an account.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let sessions = try client.ask(OperatorCalls.listAccountSessions, try named.find(client).id).sessions
            client.showAll(sessions, none: "this account has no sessions") { session in
                [
                    ("id", session.id), ("method", session.method),
                    ("device", words([session.deviceVendor, session.deviceModel])),
                    ("system", words([session.osName, session.osVersion])), ("app", session.appVersion),
                    ("began", text(of: session.createdAt)), ("active", text(of: session.lastActivityAt)),
                    ("expires", text(of: session.expiresAt)),
                ]
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

    struct Devices: OperatorCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the push devices and the claimed devices of an account.")

        @OptionGroup var named: AccountArgument
        @OptionGroup var output: OutputOptions

        func carryOut(_ client: OperatorClient) throws {
            let devices = try client.ask(OperatorCalls.listAccountDevices, try named.find(client).id)
            let ended = devices.endedPushDevices ?? []
            if devices.pushDevices.isEmpty, devices.locationDevices.isEmpty, ended.isEmpty {
                client.report("this account has no push device, and has claimed no device of location sharing")
            }
            for device in devices.pushDevices {
                client.show(device.rows)
                client.report("")
            }
            for device in devices.locationDevices {
                client.show([
                    ("claimed", device.id), ("since", text(of: device.claimedAt)),
                    ("key", device.hasKey ? "yes" : "none"),
                ])
                client.report("")
            }
            for device in ended {
                client.show([
                    ("ended", device.id), ("at", text(of: device.endedAt)), ("because", device.reason),
                    ("platform", device.platform), ("app version", device.appVersion),
                ])
                client.report("")
            }
        }
    }
}

struct AccountArgument: ParsableArguments {
    @Argument(help: "Its id, or a name that its user signs in with.")
    var account: String

    @Option(
        help: ArgumentHelp(
            "Id or name, if the text is the id of one account and a name of another.", valueName: "id|name"))
    var by: AccountForm?

    func find(_ client: OperatorClient) throws -> AccountDescription {
        try client.ask(OperatorCalls.findAccount, account, query: [(Parameter.by, by?.rawValue)])
    }

    private enum Parameter: String { case by }

    /// Runs a call about an account, and returns the account's id.
    func ask(_ call: OperatorCalls.Question<NoBody>, _ client: OperatorClient) throws -> String {
        let id = try find(client).id
        try client.ask(call, id)
        return id
    }
}

enum AccountForm: String, CaseIterable, ExpressibleByArgument {
    case id
    case name
}

extension AccountPushDevice {
    var rows: [(name: String, value: String?)] {
        [
            ("push device", id), ("channel", words([channel, environment, purpose])),
            ("app", words([platform, bundleId, appVersion])), ("muted", muted ? "yes" : nil),
            ("registered", text(of: updatedAt)), ("reached", lastUsedAt.map(text) ?? "never"),
            ("last error", lastError.map { "\(text(of: $0.at)) \($0.reason)" }),
        ]
    }
}

/// Returns a sentence about a message that is only in a file, because no mail server is set up.
private func waiting(_ what: String, in file: String) -> String {
    "\(what) was not sent, because mail is not set up (messages.sender). Pass it on: the identity service wrote it to \(file)"
}
