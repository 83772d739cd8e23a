import BaliseAPI
import BaliseJSON
import Models

func getProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    .body(BaliseProfile(try await call.profile(of: caller.account), call.profileFields))
}

/// Answers the profile with the notification choices. They are left out if the preferences service does not answer.
func getShortProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    async let choices = call.choices(of: caller.account)
    let profile = try await call.profile(of: caller.account)
    return .body(ShortProfile(profile, await choices, call.profileFields))
}

func getProfileInEnvelope(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    call.user(try await call.profile(of: caller.account))
}

extension APICall {
    func user(_ profile: AccountProfile) -> Answer {
        .enveloped(CurrentUserResponse(user: BaliseUser(profile, profileFields)))
    }

    /// Returns a profile. Throws `accountGone` for a deleted or closed account, even while the authentication cache
    /// accepts its session, and `accountMissing` for an unknown account. `timeout` can only shorten the usual time.
    func profile(of account: AccountID, within timeout: Duration? = nil) async throws(EdgeError) -> AccountProfile {
        let profile: AccountProfile
        do {
            profile = try await send(GetProfile(account: account), within: timeout)
        } catch {
            throw error.code == .notFound ? .accountMissing : error
        }
        guard profile.status == .active else { throw EdgeError(.accountGone, "") }
        return profile
    }

    private static let timeoutForChoices = Duration.seconds(1)

    fileprivate func choices(of account: AccountID) async -> NotificationChoices? {
        try? await send(GetPreferences(account: account), within: APICall.timeoutForChoices).choices
    }
}

/// Changes a profile. The body is JSON, or a form with JSON in its part `profile`. Other parts are ignored.
func updateProfile(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json(orPart: UpdateProfileRequest.formPart)
    return .body(BaliseProfile(try await update(call, caller, json), call.profileFields))
}

func updateProfileInEnvelope(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let json = try call.json()
    try call.profileFields.checkNames(of: json)
    return call.user(try await update(call, caller, json))
}

/// Changes a profile. Changing a name requires the password in `currentPassword`.
private func update(_ call: APICall, _ caller: Caller, _ json: JSONValue) async throws(EdgeError) -> AccountProfile {
    // The position is from the time of the request, which is earlier than the end of the change.
    let now = call.clock.now()
    let body = try UpdateProfileRequest(readFrom: json)
    var details = try ProfileDetails(body, json, call.profileFields)
    if details.saysWhere, await !call.mayKeepPosition(of: caller.account) { details.leaveOutPlace() }
    let password = body.currentPassword
    let message = UpdateProfile(
        account: caller.account,
        names: AccountNames(username: body.username, email: body.email, phoneNumber: body.phoneNumber),
        details: details, password: password, session: caller.session)
    let profile: AccountProfile
    do {
        // Requests for free names count, too, because "free" reveals as much as "taken".
        if password != nil { try call.count(.nameChange) }
        profile =
            try await password == nil
            ? call.send(message) : call.sendPassword(message, isWrong: \.meansWrongPasswordOrTakenName)
    } catch {
        throw error.code == .notFound ? .accountMissing : error.asWrongCurrentPassword
    }
    if let coordinate = details.coordinate { await call.keepPosition(coordinate, of: caller.account, at: now) }
    return profile
}

extension BaliseUser {
    /// Makes the profile for `getProfileInEnvelope` and the like, whose app requires `id` (a text) and `username`.
    /// Fields that `names` does not allow are left out; a profile may have some from before the setting.
    init(_ profile: AccountProfile, _ names: ProfileFieldNames = ProfileFieldNames()) {
        // An account of another sign-in method has no user name. Its e-mail address or phone number is shown instead.
        let name = profile.names.username ?? profile.shownEmail?.value ?? profile.shownPhone?.value
        self.init(
            id: profile.account.text, username: name ?? profile.account.text, email: profile.shownEmail?.value,
            emailVerifiedAt: profile.emailVerifiedAt?.date, phoneNumber: profile.shownPhone?.value,
            phoneVerifiedAt: profile.showsVerifiedPhone ? profile.phoneVerifiedAt?.date : nil,
            firstName: profile.shownFirstName, lastName: profile.details.lastName?.value,
            createdAt: profile.createdAt.date, updatedAt: profile.updatedAt.date,
            lastSignIn: LastSignInFields(profile.lastLogin), fields: ProfileFields(profile.details.fields, names))
        details = ProfileDetailFields(locale: profile.details.locale)
    }
}

extension BaliseProfile {
    /// Makes the profile for calls without an envelope, whose app requires both names, and reads `id` as a number.
    init(_ profile: AccountProfile, _ names: ProfileFieldNames = ProfileFieldNames()) {
        self.init(
            id: profile.number, accountId: profile.account.text, firstName: profile.shownFirstName ?? "",
            lastName: profile.details.lastName?.value ?? "", email: profile.shownEmail?.value,
            emailVerified: profile.emailVerifiedAt == nil ? nil : true, username: profile.names.username,
            phoneNumber: profile.shownPhone?.value,
            phoneVerified: profile.showsVerifiedPhone ? true : nil, createdAt: profile.createdAt.date,
            updatedAt: profile.updatedAt.date, lastSignIn: LastSignInFields(profile.lastLogin),
            fields: ProfileFields(profile.details.fields, names))
        details = ProfileDetailFields(locale: profile.details.locale)
    }
}

extension ShortProfile {
    /// Makes the profile for `getShortProfile`. `choices` is nil if the preferences service did not answer.
    init(_ profile: AccountProfile, _ choices: NotificationChoices?, _ names: ProfileFieldNames = ProfileFieldNames()) {
        self.init(
            firstName: profile.shownFirstName ?? "", lastName: profile.details.lastName?.value ?? "",
            fields: ProfileFields(profile.details.fields, names),
            notificationPreference: choices)
    }
}

extension ProfileFields {
    fileprivate init(_ fields: [String: Personal<ProfileValue>]?, _ names: ProfileFieldNames) {
        let shown = (fields ?? [:]).filter { names.allow($0.key, $0.value.value) }
        self.init(shown.compactMapValues { ProfileFieldValue($0.value) })
    }
}

extension ProfileFieldValue {
    fileprivate init?(_ value: ProfileValue) {
        switch value {
        case .null: return nil
        case .flag(let flag): self = .flag(flag)
        case .number(let number): self = .number(number)
        case .text(let text): self = .text(text)
        }
    }
}

extension LastSignInFields {
    fileprivate init(_ login: LoginRecord) {
        self.init(at: login.at?.date, device: login.device, location: login.location?.value, ip: login.ip?.value)
    }
}

extension AccountProfile {
    /// The first name. Without first and last name, it is the display name that some apps use.
    var shownFirstName: String? {
        guard details.firstName == nil, details.lastName == nil else { return details.firstName?.value }
        return details.displayName?.value
    }

    var shownEmail: Personal<String>? { names.email ?? contactEmail }

    var shownPhone: Personal<String>? { names.phone ?? verifiedPhone }

    var showsVerifiedPhone: Bool { verifiedPhone != nil && shownPhone == verifiedPhone }
}

extension AccountNames {
    init(username: String?, email: String?, phoneNumber: String?) {
        self.init(username: username, email: email.map(Personal.init), phone: phoneNumber.map(Personal.init))
    }
}

extension ProfileDetails {
    init(firstName: String?, lastName: String?, _ told: ProfileDetailFields, fields: [String: Personal<ProfileValue>]) {
        self.init(
            firstName: firstName.map(Personal.init), lastName: lastName.map(Personal.init), locale: told.locale,
            fields: fields.isEmpty ? nil : fields)
    }

    /// Reads a body. The language of `client` applies if the body contains no language.
    init(
        _ body: RegisterRequest, _ json: JSONValue, _ names: ProfileFieldNames, client: ClientInfo?
    ) throws(EdgeError) {
        var fields = try names.read(json, keepsNull: false)
        // In a request this is the code of the person who recommended the app. In answers it is the user's own code.
        if let code = fields.removeValue(forKey: "referralCode") { fields["referredBy"] = code }
        var told = body.details
        if told.locale == nil { told.locale = client?.locale }
        self.init(firstName: body.firstName, lastName: body.lastName, told, fields: fields)
    }

    /// Reads a body. An absent member keeps the stored value, and an empty name clears it.
    init(_ body: UpdateProfileRequest, _ json: JSONValue, _ names: ProfileFieldNames) throws(EdgeError) {
        let fields = try names.read(json, keepsNull: true)
        self.init(firstName: body.firstName, lastName: body.lastName, body.details, fields: fields)
    }
}
