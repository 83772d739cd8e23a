import Models

extension LocationContext {
    func setDeviceKey(_ request: SetDeviceKey, _ context: MessageContext) async throws -> Done {
        // The new key is compared with the stored one, so it is a guess even without a current key.
        let salt = random(StoredDeviceKey.saltLength)
        return try await askWithNewDevices(
            for: SetDeviceKey.self, showing: [request.device], as: .current, context
        ) { store, _, newDevices throws(LocationStoreError) in
            try await store.setDeviceKey(
                request.device, current: request.currentKey, new: request.newKey, salt: salt, newDevices: newDevices)
        }
    }

    func setAllowedDeviceList(_ request: SetAllowedDeviceList, _ context: MessageContext) async throws -> Done {
        let allowed = try AllowedList.checked(request.allowed)
        return try await askWithNewDevices(for: SetAllowedDeviceList.self, showing: [request.device], context) {
            store, _, newDevices throws(LocationStoreError) in
            try await store.setAllowedDeviceList(
                request.device, key: request.key, allowed: allowed, newDevices: newDevices)
        }
    }

    func getAllowedDeviceList(
        _ request: GetAllowedDeviceList, _ context: MessageContext
    ) async throws -> GetAllowedDeviceList.Reply {
        let allowed = try await ask(for: GetAllowedDeviceList.self, showing: [request.device], context) {
            store, _ throws(LocationStoreError) in
            try await store.getAllowedDeviceList(request.device, key: request.key)
        }
        return GetAllowedDeviceList.Reply(isEnabled: !allowed.isEmpty, allowed: allowed)
    }

    func setDeviceSlogan(_ request: SetDeviceSlogan, _ context: MessageContext) async throws -> Done {
        try Slogan.check(request.slogan)
        return try await ask(for: SetDeviceSlogan.self, showing: [request.device], context) {
            store, _ throws(LocationStoreError) in
            try await store.setDeviceSlogan(request.device, key: request.key, slogan: request.slogan)
        }
    }

    func getDeviceSlogan(_ request: GetDeviceSlogan, _ context: MessageContext) async throws -> GetDeviceSlogan.Reply {
        let slogan = try await ask(for: GetDeviceSlogan.self, showing: [request.reader], context) {
            store, now throws(LocationStoreError) in
            try await store.getDeviceSlogan(
                request.device, reader: request.reader, readerKey: request.readerKey, at: now)
        }
        return GetDeviceSlogan.Reply(slogan: slogan)
    }

    func getDeviceSecurityStatus(
        _ request: GetDeviceSecurityStatus, _ context: MessageContext
    ) async throws -> GetDeviceSecurityStatus.Reply {
        try await ask(for: GetDeviceSecurityStatus.self, showing: [request.reader], context) {
            store, now throws(LocationStoreError) in
            try await store.getDeviceSecurityStatus(
                request.device, reader: request.reader, readerKey: request.readerKey, at: now)
        }
    }
}
