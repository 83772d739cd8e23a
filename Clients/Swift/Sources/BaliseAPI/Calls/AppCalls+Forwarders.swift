extension AppCalls {
    /// Makes a forwarder, which sends each new place of a claimed device to an address.
    public static var createForwarder: Call<CreateForwarderRequest, ResponseEnvelope<BaliseForwarder>> {
        call(.post, "users/me/location-devices/{device}/forwarders", answering: [201])
    }
    /// The forwarders of a claimed device.
    public static var listForwarders: Question<ResponseEnvelope<BaliseForwarderList>> {
        read("users/me/location-devices/{device}/forwarders")
    }
    /// Removes a forwarder with its waiting places.
    public static var removeForwarder: Question<DoneResponse> {
        delete("users/me/location-devices/{device}/forwarders/{id}")
    }
    /// Sends the present place once, and returns what the target answered.
    public static var testForwarder: Call<NoBody, ResponseEnvelope<BaliseForwarderTest>> {
        call(.post, "users/me/location-devices/{device}/forwarders/{id}/test")
    }
}
