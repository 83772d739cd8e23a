import BaliseAPI
import Models

func createCircle(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateCircleRequest.self)
    let message = CreateCircle(
        account: caller.account, name: Personal(body.name),
        memberName: try await call.memberName(body.memberName, of: caller))
    return .enveloped(BaliseCircle(try await call.send(message)))
}

func listCircles(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let circles = try await call.send(ListCircles(account: caller.account))
    return .enveloped(BaliseCircleList(circles: circles.map { BaliseCircle($0) }, totalCount: circles.count))
}

func joinCircle(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: JoinCircleRequest.self)
    let message = JoinCircle(
        account: caller.account, code: body.code, memberName: try await call.memberName(body.memberName, of: caller))
    return .enveloped(BaliseCircle(try await call.sendPassword(message)))
}

func listCircleVisits(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let visits = try await call.send(ListCircleVisits(account: caller.account)).map { visit in
        BaliseCircleVisit(
            device: visit.device.text, account: visit.visitor.text, name: visit.name.value, at: visit.time.date,
            askedAt: visit.askedAt?.date)
    }
    return .enveloped(BaliseCircleVisitList(visits: visits, totalCount: visits.count))
}

func changeCircle(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: ChangeCircleRequest.self)
    let message = ChangeCircle(
        account: caller.account, circle: try call.id(), name: body.name.map { Personal($0) },
        memberName: body.memberName.map { Personal($0) })
    return .enveloped(BaliseCircle(try await call.send(message)))
}

func leaveCircle(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    try await call.send(
        LeaveCircle(account: caller.account, circle: try call.id()), done: "You are no longer in the circle.")
}

func setCircleConsent(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: SetCircleConsentRequest.self)
    let consent = CircleConsent(
        place: body.place, history: body.history, showsBattery: body.battery ?? false,
        pausedUntil: body.pausedUntil.map { UnixTime(nearestTo: $0) }, answersQuestions: body.questions ?? false)
    let message = SetCircleConsent(account: caller.account, circle: try call.id(), consent: consent)
    return .enveloped(BaliseCircle(try await call.send(message)))
}

func removeCircleMember(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let member = AccountID(try call.parameter(1)) else { throw EdgeError(.notFound, "") }
    return try await call.send(
        LeaveCircle(account: caller.account, circle: try call.id(), member: member),
        done: "The member is no longer in the circle, and its open invitations have ended.")
}

func createCircleInvitation(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let body = try call.body(as: CreateCircleInvitationRequest.self)
    let reply = try await call.send(
        CreateCircleInvitation(
            account: caller.account, circle: try call.id(), endsAt: body.endsAt.map { UnixTime(nearestTo: $0) },
            maximumUses: body.maximumUses))
    let origin = try call.address?.text(for: call.request) ?? ""
    let url = SecretText("\(origin)\(PagesAPI.root)\(PagesRoutes.join)#\(reply.code.value)")
    return .enveloped(
        CreatedCircleInvitation(
            invitation: BaliseCircleInvitation(reply.invitation), code: reply.code, url: url, qrCode: url.qrCode))
}

func listCircleInvitations(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let invitations = try await call.send(ListCircleInvitations(account: caller.account, circle: try call.id()))
    return .enveloped(
        BaliseCircleInvitationList(
            invitations: invitations.map { BaliseCircleInvitation($0) }, totalCount: invitations.count))
}

func endCircleInvitation(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    guard let invitation = CircleInvitationID(try call.parameter(1)) else { throw EdgeError(.notFound, "") }
    return try await call.send(
        EndCircleInvitation(account: caller.account, circle: try call.id(), invitation: invitation),
        done: "The invitation has ended.")
}

func listPlaces(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let places = try await call.send(GetPlaces(account: caller.account)).places
    return .enveloped(
        VisibleDeviceList(devices: places.map { VisibleDevice($0) }, totalCount: places.count))
}

/// Records the question before it wakes an app, so that an account cannot wake a device more often than allowed.
func askForPlace(_ call: APICall, _ caller: Caller) async throws(EdgeError) -> Answer {
    let device = try call.device()
    let asked = try await call.send(AskForPlace(account: caller.account, device: device))
    let woken = try await call.send(WakeForPlace(account: asked.owner, device: asked.device ?? device))
    return .enveloped(PlaceQuestion(pushDevices: woken.count))
}

extension APICall {
    /// Returns the name for the new member: `name`, or if it is nil the name in the caller's profile.
    fileprivate func memberName(_ name: String?, of caller: Caller) async throws(EdgeError) -> Personal<String> {
        if let name { return Personal(name) }
        let details = try await send(GetProfile(account: caller.account)).details
        guard let name = details.calledName ?? details.firstName, !name.value.isEmpty else {
            throw .invalid("Your profile has no name, so the member memberName is needed.", field: "memberName")
        }
        return name
    }
}

extension BaliseCircle {
    fileprivate init(_ circle: Circle) {
        self.init(
            id: circle.id.text, name: circle.name.value, createdAt: circle.createdAt.date,
            creator: circle.members.first?.account.text ?? "",
            members: circle.members.map {
                BaliseCircleMember(account: $0.account.text, name: $0.name.value, joinedAt: $0.joinedAt.date)
            },
            consent: BaliseCircleConsent(
                place: circle.consent.place, history: circle.consent.history, battery: circle.consent.showsBattery,
                pausedUntil: circle.consent.pausedUntil?.date, questions: circle.consent.answersQuestions))
    }
}

extension BaliseCircleInvitation {
    fileprivate init(_ invitation: CircleInvitation) {
        self.init(
            id: invitation.id.text, createdAt: invitation.createdAt.date, endsAt: invitation.endsAt.date,
            maximumUses: invitation.maximumUses, uses: invitation.uses)
    }
}

extension VisibleDevice {
    fileprivate init(_ place: GetPlaces.Place) {
        self.init(
            device: place.shownDevice.text, isOwn: place.isOwn, account: place.member?.text, precision: place.precision,
            place: (place.found?.location).flatMap { DeviceHistoryPoint($0) })
    }
}

extension DeviceHistoryPoint {
    /// Fails for a place without readable coordinates.
    fileprivate init?(_ location: Location) {
        guard let latitude = location.latitude.number, let longitude = location.longitude.number else { return nil }
        // Apps send the time in seconds or in milliseconds.
        let at = location.timestamp.number.map { time in
            UnixTime(milliseconds: Int64(max(0, min(time < 1e11 ? time * 1000 : time, 1e15))))
        }
        self.init(
            at: at?.date, latitude: latitude, longitude: longitude, accuracy: location.horizontalAccuracy.number,
            altitude: location.altitude?.number, speed: location.speed?.number,
            batteryLevel: location.batteryLevel?.number)
    }
}

extension LocationValue {
    /// The value as a number; nil for any other JSON. Some apps send numbers as strings, with a decimal comma.
    fileprivate var number: Double? {
        let text = json.filter { $0 != "\"" && $0 != " " }.map { $0 == "," ? "." : $0 }
        return Double(String(text)).flatMap { $0.isFinite ? $0 : nil }
    }
}
