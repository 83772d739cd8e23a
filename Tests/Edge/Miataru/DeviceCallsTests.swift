@testable import Edge

@Suite(.timeLimit(.minutes(10))) struct DeviceCallsTests {
    @Test func deletes() async throws {
        let services = ScriptedServices().answering(DeleteLocation.self) { _ in DeleteLocation.Reply(deleted: 3) }
        let answer = try await answer(
            services, .deleteLocation, #"{"MiataruDeleteLocation":{"Device":"a\"b","DeviceKey":"k"}}"#)
        #expect(
            answer.text
                == #"{"MiataruResponse":"ACK","MiataruVerboseResponse":"Location data deleted for device: a\"b","#
                + #""MiataruDeletedCount":3}"#)
        let message = services.received(DeleteLocation.self).first
        #expect(message?.device == id("a\"b"))
        #expect(message?.key?.secret == "k")
    }

    @Test(
        arguments: [(#","CurrentDeviceKey":"old""#, "old"), (#","CurrentDeviceKey":"""#, nil), ("", nil)]
            as [(String, String?)])
    func setsAKey(_ more: String, _ current: String?) async throws {
        let services = ScriptedServices.empty()
        let body = #"{"MiataruSetDeviceKey":{"DeviceID":"d","NewDeviceKey":"new"\#(more)}}"#
        let answer = try await answer(services, .setDeviceKey, body)
        #expect(answer.text == #"{"MiataruResponse":"ACK","MiataruVerboseResponse":"Device key set successfully"}"#)
        let message = services.received(SetDeviceKey.self).first
        #expect(message?.device == id("d"))
        #expect(message?.currentKey?.secret == current)
        #expect(message?.newKey.secret == "new")
    }

    @Test func setsAnAllowedList() async throws {
        let services = ScriptedServices.empty()
        let body =
            #"{"MiataruSetAllowedDeviceList":{"DeviceID":"d","DeviceKey":"k","allowedDevices":["#
            + #"{"DeviceID":"a","hasCurrentLocationAccess":true,"hasHistoryAccess":true},{"DeviceID":"constructor"}]}}"#
        let answer = try await answer(services, .setAllowedDeviceList, body)
        #expect(
            answer.text
                == #"{"MiataruResponse":"ACK","MiataruVerboseResponse":"Allowed devices list updated successfully"}"#)
        #expect(
            services.received(SetAllowedDeviceList.self).first?.allowed == [
                AllowedDevice(device: id("a"), readsCurrentLocation: true, readsHistory: true),
                AllowedDevice(device: id("constructor"), readsCurrentLocation: false, readsHistory: false),
            ])
    }

    @Test func showsAnAllowedList() async throws {
        let services = ScriptedServices().answering(GetAllowedDeviceList.self) { _ in
            GetAllowedDeviceList.Reply(
                isEnabled: true,
                allowed: [AllowedDevice(device: id("a"), readsCurrentLocation: true, readsHistory: false)])
        }
        let answer = try await answer(
            services, .getAllowedDeviceList, #"{"MiataruGetAllowedDeviceList":{"DeviceID":"d","DeviceKey":"k"}}"#)
        #expect(
            answer.text == #"{"MiataruAllowedDeviceList":{"DeviceID":"d","IsAllowedDeviceListEnabled":true,"#
                + #""allowedDevices":[{"DeviceID":"a","hasCurrentLocationAccess":true,"hasHistoryAccess":false}]}}"#)
    }

    @Test func setsASlogan() async throws {
        let services = ScriptedServices.empty()
        let body = #"{"MiataruSetDeviceSlogan":{"DeviceID":"d","DeviceKey":"k","Slogan":""}}"#
        let answer = try await answer(services, .setDeviceSlogan, body)
        #expect(answer.text == #"{"MiataruResponse":"ACK","MiataruVerboseResponse":"Device slogan set successfully"}"#)
        #expect(services.received(SetDeviceSlogan.self).first?.slogan == "")
    }

    @Test(arguments: [
        #""RequestDeviceID":"me","RequestDeviceKey":"k""#,
        #""RequestMiataruDeviceID":"me","RequestMiataruDeviceKey":"k""#,
        #""requestingDeviceID":"me","requestingDeviceKey":"k""#,
    ])
    func asksForSloganAndStatusUnderEachName(_ reader: String) async throws {
        let services = ScriptedServices().answering(GetDeviceSlogan.self) { _ in GetDeviceSlogan.Reply(slogan: "hi") }
        services.on(GetDeviceSecurityStatus.self) { _ in
            GetDeviceSecurityStatus.Reply(hasDeviceKey: true, isAllowedListEnabled: false)
        }
        let slogan = try await answer(
            services, .getDeviceSlogan, #"{"MiataruGetDeviceSlogan":{"DeviceID":"d",\#(reader)}}"#)
        #expect(slogan.text == #"{"MiataruDeviceSlogan":{"DeviceID":"d","Slogan":"hi"}}"#)
        let status = try await answer(
            services, .getDeviceSecurityStatus, #"{"MiataruGetDeviceSecurityStatus":{"DeviceID":"d",\#(reader)}}"#)
        #expect(
            status.text
                == #"{"MiataruDeviceSecurityStatus":{"DeviceID":"d","HasDeviceKey":true,"IsAllowedDeviceListEnabled":false}}"#
        )
        #expect(services.received(GetDeviceSlogan.self).first?.reader == id("me"))
        #expect(services.received(GetDeviceSecurityStatus.self).first?.readerKey.secret == "k")
    }
}
