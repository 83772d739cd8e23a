import Models
import Storage

extension LocationContext {
    func claimDevice(_ request: ClaimDevice, _ context: MessageContext) async throws -> ClaimedDevice {
        try await ask(request, showing: [request.device], context) { store, now throws(LocationStoreError) in
            try await store.claimDevice(request.device, key: request.key, for: request.account, at: now)
        }
    }

    func listClaimedDevices(_ request: ListClaimedDevices, _ context: MessageContext) async throws -> [ClaimedDevice] {
        try await ask(request, context) { store, now throws(LocationStoreError) in
            let claimed = try await store.listClaimedDevices(of: request.account).value
            return AccessResult(
                value: claimed.map { device in
                    var device = device
                    if let end = device.handoverEndsAt, end <= now { device.handoverEndsAt = nil }
                    return device
                })
        }
    }

    func releaseDevice(_ request: ReleaseDevice, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.releaseDevice(request.device, of: request.account)
        }
    }

    func resetDeviceKey(_ request: ResetDeviceKey, _ context: MessageContext) async throws -> ResetDeviceKey.Reply {
        let key = try request.newKey ?? newDeviceKey()
        let salt = random(StoredDeviceKey.saltLength)
        _ = try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.resetDeviceKey(request.device, by: DeviceOwner(request.account), new: key, salt: salt)
        }
        return ResetDeviceKey.Reply(key: key)
    }

    private func newDeviceKey() throws(ServiceError) -> DeviceKey {
        guard let key = DeviceKey(opaqueIDText(random(DeviceClaim.madeKeyLength))) else {
            throw ServiceError(.internalFailure, "no key could be made")
        }
        return key
    }

    func removeDeviceKey(_ request: RemoveDeviceKey, _ context: MessageContext) async throws -> Done {
        try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.removeDeviceKey(request.device, by: DeviceOwner(request.account))
        }
    }

    func offerDevice(_ request: OfferDevice, _ context: MessageContext) async throws -> OfferDevice.Reply {
        let ticket = SecretText(base64URL(random(DeviceClaim.ticketLength)))
        let end = now.adding(seconds: DeviceClaim.handoverSeconds)
        _ = try await ask(request, context) { store, _ throws(LocationStoreError) in
            try await store.offerDevice(
                request.device, of: request.account, by: DeviceClaim.hash(ofTicket: ticket), in: request.session,
                until: end)
        }
        return OfferDevice.Reply(ticket: ticket, expiresAt: end)
    }

    /// Claims an offered device by its ticket, if the session of the offer still lives, which only auth-session knows.
    func takeOverDevice(_ request: TakeOverDevice, _ context: MessageContext) async throws -> TakeOverDevice.Reply {
        let key = try newDeviceKey()
        let salt = random(StoredDeviceKey.saltLength)
        let ticket = DeviceClaim.hash(ofTicket: request.ticket)
        let session = try await ask(request, context) { store, now throws(LocationStoreError) in
            AccessResult(value: try await store.session(offering: ticket, at: now))
        }
        let isLiving = try await checkSession(session, context).isLiving
        let device = try await ask(request, context) { store, now throws(LocationStoreError) in
            guard isLiving else { throw .refused(.unknownTicket) }
            return try await store.takeOverDevice(by: ticket, for: request.account, key: key, salt: salt, at: now)
        }
        return TakeOverDevice.Reply(device: device, key: key)
    }

    func setDeviceKey(_ request: SetDeviceKey, _ context: MessageContext) async throws -> Done {
        // The new key is compared with the stored key, so it is a guess even without a current key.
        let salt = random(StoredDeviceKey.saltLength)
        return try await askWithNewDevices(
            request, showing: [request.device], as: .current, context
        ) { store, _, newDevices throws(LocationStoreError) in
            try await store.setDeviceKey(
                request.device, current: request.currentKey, new: request.newKey, salt: salt, newDevices: newDevices)
        }
    }

    func setAllowedDeviceList(_ request: SetAllowedDeviceList, _ context: MessageContext) async throws -> Done {
        let allowed = try AllowedList.checked(request.allowed)
        return try await askWithNewDevices(request, showing: [request.device], context) {
            store, _, newDevices throws(LocationStoreError) in
            try await store.setAllowedDeviceList(
                request.device, key: request.key, allowed: allowed, newDevices: newDevices)
        }
    }

    func getAllowedDeviceList(
        _ request: GetAllowedDeviceList, _ context: MessageContext
    ) async throws -> GetAllowedDeviceList.Reply {
        let allowed = try await ask(request, showing: [request.device], context) {
            store, _ throws(LocationStoreError) in
            try await store.getAllowedDeviceList(request.device, key: request.key)
        }
        return GetAllowedDeviceList.Reply(isEnabled: !allowed.isEmpty, allowed: allowed)
    }

    func setDeviceSlogan(_ request: SetDeviceSlogan, _ context: MessageContext) async throws -> Done {
        try Slogan.check(request.slogan)
        return try await ask(request, showing: [request.device], context) { store, _ throws(LocationStoreError) in
            try await store.setDeviceSlogan(request.device, key: request.key, slogan: request.slogan)
        }
    }

    func getDeviceSlogan(_ request: GetDeviceSlogan, _ context: MessageContext) async throws -> GetDeviceSlogan.Reply {
        let slogan = try await ask(request, showing: [request.reader], context) {
            store, now throws(LocationStoreError) in
            try await store.getDeviceSlogan(
                request.device, reader: request.reader, readerKey: request.readerKey, at: now)
        }
        return GetDeviceSlogan.Reply(slogan: slogan)
    }

    func getDeviceSecurityStatus(
        _ request: GetDeviceSecurityStatus, _ context: MessageContext
    ) async throws -> GetDeviceSecurityStatus.Reply {
        try await ask(request, showing: [request.reader], context) { store, now throws(LocationStoreError) in
            try await store.getDeviceSecurityStatus(
                request.device, reader: request.reader, readerKey: request.readerKey, at: now)
        }
    }
}
