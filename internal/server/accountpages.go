package server

import (
	"errors"
	"net/http"
)

// An accountPage is the data of the page on which people sign in.
type accountPage struct{ Name, Error string }

// account shows the forms for signing in and up, or the profile of who has signed in.
func (p *pages) account(w http.ResponseWriter, r *http.Request) error {
	if !p.server.cfg.Login {
		return p.notFound(w, r)
	}
	if name := p.server.signedIn(r); name != "" {
		http.Redirect(w, r, "/people/"+name, http.StatusSeeOther)
		return nil
	}
	return p.show(w, r, http.StatusOK, "account", "account", "Your account", accountPage{})
}

// postAccount signs somebody in, up or out.
func (p *pages) postAccount(w http.ResponseWriter, r *http.Request) error {
	if !p.server.cfg.Login {
		return p.notFound(w, r)
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	if err := r.ParseForm(); err != nil {
		return problem(http.StatusBadRequest, "the form cannot be read")
	}
	name, password, do := r.PostForm.Get("name"), r.PostForm.Get("password"), r.PostForm.Get("do")
	if do == "out" {
		http.SetCookie(w, &http.Cookie{Name: seatCookie, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: isSecure(r), MaxAge: -1})
		http.Redirect(w, r, "/account", http.StatusSeeOther)
		return nil
	}
	if ok, _ := p.server.access.passwords.Allow(client(r)); !ok {
		return p.show(w, r, http.StatusTooManyRequests, "account", "account", "Your account", accountPage{name, "too many attempts; wait a minute"})
	}
	sign := p.server.signIn
	if do == "up" {
		sign = p.server.signUp
	}
	secret, err := sign(r.Context(), name, password)
	if wrong := (*Problem)(nil); errors.As(err, &wrong) {
		return p.show(w, r, wrong.Status, "account", "account", "Your account", accountPage{name, wrong.Detail})
	}
	if err != nil {
		return err
	}
	setSecret(w, r, secret)
	http.Redirect(w, r, "/people/"+name, http.StatusSeeOther)
	return nil
}

// person shows the profile of somebody.
func (p *pages) person(w http.ResponseWriter, r *http.Request) error {
	who, err := p.server.profile(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	return p.show(w, r, http.StatusOK, "person", "account", who.Name, struct {
		profile
		You bool
	}{who, p.server.signedIn(r) == who.Name})
}
